import { all } from '@pitboss/contract/all';
import { type Endpoint, paramNames } from '@pitboss/contract/endpoint';
import * as z from 'zod/mini';
import { nounWords } from './noun-words.ts';

type Json = Record<string, unknown>;

/** The contract as an OpenAPI 3.1 document. */
export function openapi(version: string): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of all) {
    const path = `/api${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pitboss',
      version,
      description: 'Calls of the back office and its platform.',
      license: { name: 'All rights reserved', identifier: 'LicenseRef-UNLICENSED' },
      contact: { name: 'Whoever runs this platform' },
    },
    servers: [{ url: '/', description: 'The node that this document came from.' }],
    tags: [...new Set(all.map(tagOf))].map((name) => ({ name, description: nounWords[name] })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer' },
        serviceKey: { type: 'apiKey', in: 'header', name: 'X-Service-Key' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema: Json = {
  type: 'object',
  required: ['status', 'message'],
  properties: {
    status: { const: 'error' },
    message: { type: 'string' },
    errors: { type: 'object', additionalProperties: { type: 'string' } },
  },
};

function operation(endpoint: Endpoint): Json {
  const names = paramNames(endpoint.path);
  return {
    operationId: endpoint.name,
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: `Allowed: ${endpoint.allow}.${endpoint.stepUp ? ` ${stepUpWords}` : ''}`,
    security: securityOf(endpoint),
    parameters: [
      ...names.map(pathParameter),
      ...(endpoint.method === 'GET' ? queryParameters(endpoint) : []),
      ...(endpoint.effect === 'money' ? [keyHeader] : []),
    ],
    ...(endpoint.method === 'GET' || endpoint.method === 'DELETE'
      ? {}
      : { requestBody: requestBody(endpoint) }),
    responses: responses(endpoint),
  };
}

const stepUpWords =
  'Refused with errors.stepUp ten minutes after the last proof of the session: see auth.stepUp.';

function tagOf({ name }: Endpoint): string {
  return name.split('.', 1)[0] ?? name;
}

/** What the caller shows: nothing, and that is said too, a session's token or a server's key. */
function securityOf({ allow }: Endpoint): Json[] {
  if (allow === 'public') return [];
  return [allow === 'services' ? { serviceKey: [] } : { session: [] }];
}

function pathParameter(name: string): Json {
  return { name, in: 'path', required: true, schema: { type: 'string', pattern: '^[1-9]\\d*$' } };
}

function queryParameters(endpoint: Endpoint): Json[] {
  const { properties = {}, required = [] } = schemaOf(endpoint.body) as Fields;
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

interface Fields {
  properties?: Record<string, Json>;
  required?: string[];
}

const keyHeader: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same body answers the first answer again and moves nothing.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function requestBody(endpoint: Endpoint): Json {
  const schema = schemaOf(endpoint.body);
  if (endpoint.takes === 'multipart') {
    const file = { type: 'string', format: 'binary' };
    const files = Object.fromEntries(endpoint.files.map((name) => [name, file]));
    const properties = { ...(schema as Fields).properties, ...files };
    return {
      required: true,
      content: { 'multipart/form-data': { schema: { ...schema, properties } } },
    };
  }
  const form = endpoint.takes === 'form' ? { 'application/x-www-form-urlencoded': { schema } } : {};
  return { required: true, content: { 'application/json': { schema }, ...form } };
}

function responses(endpoint: Endpoint): Json {
  const success = {
    type: 'object',
    required: ['status', 'message'],
    properties: {
      status: { const: 'success' },
      message: { type: 'string' },
      data: schemaOf(endpoint.result),
    },
  };
  const statuses = [400, 413, 415, 429, 500, 503];
  if (endpoint.allow === 'services') statuses.push(401);
  else if (endpoint.allow !== 'public' || endpoint.name.endsWith('.login')) statuses.push(401, 403);
  if (endpoint.path.includes('{') || endpoint.effect !== 'read') statuses.push(404, 409);
  if (endpoint.effect === 'read') statuses.push(404);
  if (endpoint.effect === 'money') statuses.push(422);
  const errors = [...new Set(statuses)].sort().map((status) => [status, errorResponse]);
  return {
    [endpoint.successStatus]: json('Done.', success),
    ...Object.fromEntries(errors),
  };
}

const errorResponse = json('Refused.', { $ref: '#/components/schemas/Error' });

function json(description: string, schema: Json): Json {
  return { description, content: { 'application/json': { schema } } };
}

function schemaOf(schema: z.ZodMiniType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}
