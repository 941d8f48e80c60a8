import { all } from '@pitboss/contract/all';
import type { Endpoint } from '@pitboss/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { openapi } from './openapi.ts';
import { packedSender } from './send-packed.ts';

/**
 * The API described by itself: for machines, and as a page to read. Few ask a node for it, so it is
 * put together for the first who does.
 */
export function apiDocs(http: FastifyInstance, version: string): void {
  let described: ReturnType<typeof describe> | undefined;
  const ours = () => {
    described ??= describe(version);
    return described;
  };
  http.get('/api/openapi.json', async (request, reply) =>
    ours().sendDocument(request, reply.type('application/json; charset=utf-8')),
  );
  http.get('/api/docs', async (request, reply) =>
    ours().sendPage(request, reply.type('text/html; charset=utf-8')),
  );
  http.get('/api/docs.css', async (_request, reply) => reply.type('text/css').send(style));
}

function describe(version: string) {
  const document = openapi(version);
  return {
    sendDocument: packedSender(JSON.stringify(document)),
    sendPage: packedSender(render(document)),
  };
}

function render(document: ReturnType<typeof openapi>): string {
  const nouns = Map.groupBy(all, (endpoint) => endpoint.name.split('.')[0] ?? '');
  const contents = [...nouns.keys()].map((noun) => `<a href="#${noun}">${noun}</a>`).join(' ');
  const sections = [...nouns].map(
    ([noun, endpoints]) =>
      `<h2 id="${noun}">${noun}</h2>${endpoints.map((one) => call(one, document)).join('')}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pitboss API</title><link rel="stylesheet" href="/api/docs.css"></head>
<body><main><h1>Pitboss API</h1>
<p>Every answer is <code>{ status, message, data?, errors? }</code>. Send the session token as
<code>Authorization: Bearer …</code>, or as a game server its key as <code>X-Service-Key</code>.
Calls that move money take an <code>Idempotency-Key</code>.
Machine-readable: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav aria-label="Nouns">${contents}</nav>${sections.join('')}</main></body></html>`;
}

function call(endpoint: Endpoint, document: ReturnType<typeof openapi>): string {
  const paths = document.paths as Record<string, Record<string, Record<string, unknown>>>;
  const operation = paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()] ?? {};
  const { requestBody, responses } = operation;
  return `<section><h3><code>${endpoint.method}</code> /api${escapeHtml(endpoint.path)}</h3>
<p>${escapeHtml(endpoint.summary)} <small>Allowed: ${endpoint.allow}.</small></p>
${requestBody ? details('Request', requestBody) : ''}${details('Answers', responses)}</section>`;
}

function details(title: string, value: unknown): string {
  const text = escapeHtml(JSON.stringify(value, null, 2));
  return `<details><summary>${title}</summary><pre>${text}</pre></details>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const style = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 60rem; margin: 0 auto; padding: 1rem }
section { border-top: 1px solid #8884; padding: .25rem 0 .75rem }
h3 { margin: .75rem 0 .25rem; font-size: 1rem; overflow-wrap: anywhere }
p { margin: .25rem 0 } nav a { margin-right: .75rem }
pre { overflow-x: auto; padding: .75rem; background: #8882; border-radius: .5rem }`;
