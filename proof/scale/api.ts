export interface ApiReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body; an empty object where it is not one. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** One call of the API. */
export async function callApi(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiReply> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'x-api-key': key,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: objectOf(text) };
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  if (!text.startsWith('{')) return {};
  const parsed: Record<string, unknown> = JSON.parse(text);
  return parsed;
}

/** The `id` of each of the reply's results, or of their regulation. */
export function resultIds({ body }: ApiReply): readonly string[] {
  const results = Array.isArray(body.results) ? body.results : [];
  return results.map((one) => String(Object(one).id ?? Object(Object(one).regulation).id));
}

export function nextCursor({ body }: ApiReply): string | undefined {
  const { nextCursor: cursor } = Object(body.pagination);
  return typeof cursor === 'string' ? cursor : undefined;
}
