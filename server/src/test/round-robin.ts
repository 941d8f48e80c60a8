import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from '@pitboss/testkit/http-client';

export interface RoundRobin {
  url: string;
  /** The nodes behind it; may change at any time. */
  nodes: Set<string>;
  /** Whether it gives requests to this node. */
  serves(node: string): boolean;
  /** How often a connection to a node failed and the other one was asked. */
  retries(): number;
  close(): Promise<void>;
}

const checkEveryMs = 100;

/**
 * A small proxy in front of nodes: asks each whether it is ready, gives requests to those that are
 * in turn, and asks another only where the connection failed before any answer.
 */
export async function roundRobin(): Promise<RoundRobin> {
  const nodes = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  let ready: string[] = [];
  let turn = 0;
  let retries = 0;
  let isOpen = true;

  const server = createServer(async (asked, reply) => {
    const body = await bodyOf(asked);
    const [first, second] = [ready[turn++ % ready.length], ready[turn % ready.length]];
    const answer = await pass(asked, body, first).catch(() => {
      retries++;
      return pass(asked, body, second).catch(() => undefined);
    });
    await handBack(answer, reply);
  });
  const pass = (asked: IncomingMessage, body: Buffer, node = 'http://127.0.0.1:1') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { method = 'GET', headers, url = '/' } = asked;
      const passed = request(`${node}${url}`, { method, headers, agent }, resolve);
      passed.on('error', reject);
      passed.end(body);
    });
  const watch = async () => {
    while (isOpen) {
      const known = [...nodes];
      const states = await Promise.all(known.map(isReady));
      ready = known.filter((_, index) => states[index]);
      await sleep(checkEveryMs);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const watching = watch();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    nodes,
    serves: (node) => ready.includes(node),
    retries: () => retries,
    close: async () => {
      isOpen = false;
      await watching;
      server.closeAllConnections();
      agent.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function handBack(answer: IncomingMessage | undefined, reply: ServerResponse): Promise<void> {
  const body = answer && (await bodyOf(answer).catch(() => undefined));
  const type = answer?.headers['content-type'] ?? 'text/plain';
  if (body) reply.writeHead(answer.statusCode ?? 502, { 'content-type': type }).end(body);
  else reply.writeHead(502).end();
}
