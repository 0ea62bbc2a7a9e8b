import { ApiError, findFault, type ObjectSchema, type Schema, shown } from '@pandect/contract';

/** Refuses a part of a request that does not fit its schema, naming the first field at fault. */
export function checkPart(schema: ObjectSchema, value: unknown): void {
  const fault = findFault(schema, value);
  if (!fault) return;
  const { path, problem } = fault;
  throw new ApiError(
    'invalid_request',
    path === '' ? `The body ${problem}.` : `${path} ${problem}.`,
    path === '' ? {} : { param: path },
  );
}

/**
 * Turns the query string into values of the schema's types, strictly: `limit=10` is a number,
 * `limit=1e1` and `limit=` are refused, a parameter given twice is refused unless it is a list.
 */
export function readQuery(schema: ObjectSchema, raw: string): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  if (raw === '') return values;
  for (const [name, value] of new URLSearchParams(raw)) {
    const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!property) {
      const known = Object.keys(schema.properties);
      throw new ApiError(
        'invalid_request',
        `The parameter ${shown(name)} is not known here; known are: ${known.join(', ') || 'none'}.`,
        { param: name.slice(0, 60), details: { known } },
      );
    }
    if (isKind(property, 'array')) {
      const list = values[name];
      if (Array.isArray(list)) list.push(value);
      else values[name] = [value];
      continue;
    }
    if (name in values) {
      throw new ApiError('invalid_request', `${name} is given twice; give it once.`, { param: name });
    }
    values[name] = isKind(property, 'integer') ? readInteger(name, value) : value;
  }
  return values;
}

function readInteger(name: string, value: string): number {
  const number = Number(value);
  if (!/^-?\d{1,15}$/.test(value)) {
    throw new ApiError('invalid_request', `${name} must be a whole number, not ${shown(value)}.`, {
      param: name,
    });
  }
  return number;
}

function isKind(schema: Schema, kind: string): boolean {
  return schema.type === kind;
}
