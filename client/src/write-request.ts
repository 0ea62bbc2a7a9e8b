import type { Operation } from '@pandect/contract';

export interface WrittenRequest {
  /** Path and query, after the base address. */
  readonly target: string;
  readonly body: string | undefined;
}

/** Sorts the members of a flat request into path, query and body, as the operation says. */
export function writeRequest(operation: Operation, given: object): WrittenRequest {
  const members = new Map<string, unknown>(Object.entries(given).filter(([, value]) => value !== undefined));
  let path = operation.path;
  for (const name of Object.keys(operation.params.properties)) {
    const value = members.get(name);
    if (typeof value !== 'string' || value === '') {
      // An empty name would ask for the list instead of the one thing.
      throw new TypeError(`${operation.id}: ${name} must be a string that is not empty`);
    }
    path = path.replace(`{${name}}`, encodeURIComponent(value));
    members.delete(name);
  }
  const query = new URLSearchParams();
  for (const name of Object.keys(operation.query.properties)) {
    const value = members.get(name);
    members.delete(name);
    for (const one of value === undefined ? [] : [value].flat()) query.append(name, String(one));
  }
  if (operation.body === undefined) {
    // A misspelt filter must not be dropped on the way: the service would answer with everything.
    for (const [name, value] of members) for (const one of [value].flat()) query.append(name, String(one));
  }
  const search = query.toString();
  return {
    target: search === '' ? path : `${path}?${search}`,
    body: operation.body === undefined ? undefined : JSON.stringify(Object.fromEntries(members)),
  };
}
