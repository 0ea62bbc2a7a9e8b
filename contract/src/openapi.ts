import { ErrorBody } from './common.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { limits } from './limits.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import type { Schema } from './schema.ts';

type Json = Record<string, unknown>;

/** Errors any operation can answer with, before its own. */
const commonErrors: readonly ErrorCode[] = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];

/** The OpenAPI 3.1 document of the whole contract. Deterministic: the committed copy must be equal to it. */
export function buildOpenApi(version: string): Json {
  const components: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const operation of Object.values<Operation>(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, components),
    };
  }
  const schemas = Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pandect',
      version,
      summary: 'Compliance rules for US banks and fintechs, addressable to the byte.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    security: [{ apiKey: [] }, { bearer: [] }, { clientCredentials: [] }],
    tags: [...new Set(Object.values<Operation>(operations).map((o) => o.tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an access token.' },
        clientCredentials: {
          type: 'oauth2',
          description: 'The key id (or nothing) as client id and the API key as client secret.',
          flows: { clientCredentials: { tokenUrl: '/oauth/token', scopes: {} } },
        },
      },
    },
  };
}

function describeOperation(operation: Operation, components: Record<string, Json>): Json {
  const parameters = [
    ...describeParameters(operation.params, 'path', components),
    ...describeParameters(operation.query, 'query', components),
  ];
  if (operation.method === 'POST') {
    parameters.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Repeating a request with the same key and body within 24 hours gives the first reply again.',
      schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyChars },
    });
  }
  if (operation.conditional) {
    parameters.push({
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'An `ETag` of an earlier reply; 304 when nothing has changed.',
      schema: { type: 'string' },
    });
  }
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: reference(operation.body, components) } },
      },
    }),
    responses: describeReplies(operation, components),
    'x-scope': operation.scope,
    'x-rate-limit-bucket': operation.bucket,
    'x-credits': operation.credits,
  };
}

function describeParameters(
  schema: Operation['params'],
  place: 'path' | 'query',
  components: Record<string, Json>,
): Json[] {
  const required: readonly string[] = schema.required ?? [];
  return Object.entries<Schema>(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...('description' in property && { description: property.description }),
    schema: reference(property, components),
  }));
}

function describeReplies(operation: Operation, components: Record<string, Json>): Json {
  const replies: Json = {};
  for (const [status, schema] of Object.entries(operation.replies)) {
    replies[status] = {
      description: `${operation.id} succeeded.`,
      content: { 'application/json': { schema: reference(schema, components) } },
    };
  }
  if (operation.conditional) replies['304'] = { description: 'Not changed since the given `ETag`.' };
  for (const [status, codes] of groupByStatus(errorsOf(operation))) {
    replies[String(status)] = {
      description: codes.map((code) => `\`${code}\`: ${errorTable[code].when}`).join(' '),
      content: { 'application/json': { schema: reference(ErrorBody, components) } },
    };
  }
  return replies;
}

function errorsOf(operation: Operation): ErrorCode[] {
  const errors = [...commonErrors];
  if ('cursor' in operation.query.properties) errors.push('invalid_cursor');
  if (Object.keys(operation.params.properties).length > 0) errors.push('not_found');
  if (operation.body) errors.push('payload_too_large', 'unsupported_media_type');
  if (operation.method === 'POST') errors.push('idempotency_conflict');
  return errors;
}

function groupByStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const statuses = code === 'idempotency_conflict' ? [409, 422] : [errorTable[code].status];
    for (const status of statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return new Map([...byStatus].sort(([a], [b]) => a - b));
}

/** Copies a schema, lifting every titled object into the components and pointing at it. */
function reference(schema: unknown, components: Record<string, Json>): unknown {
  if (Array.isArray(schema)) return schema.map((item) => reference(item, components));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { title, ...rest } = Object.fromEntries(Object.entries(schema));
  const copy = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, reference(value, components)]),
  );
  if (typeof title !== 'string') return copy;
  components[title] = copy;
  return { $ref: `#/components/schemas/${title}` };
}
