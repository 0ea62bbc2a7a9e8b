import type { Schema } from './schema.ts';

/** Why a value does not fit its schema: where, and what is wrong, in words for the caller. */
export interface Fault {
  /** `filters.ids[3]`; empty for the value as a whole. */
  readonly path: string;
  readonly problem: string;
}

/** The first fault of a value, or undefined when it fits. Lengths are counted in characters, not UTF-16 units. */
export function findFault(schema: Schema, value: unknown, path = ''): Fault | undefined {
  if (schema.anyOf) {
    const faults = schema.anyOf.map((choice) => findFault(choice, value, path));
    return faults.includes(undefined) ? undefined : faults[0];
  }
  switch (schema.type) {
    case 'object':
      return checkObject(schema, value, path);
    case 'array':
      return checkArray(schema, value, path);
    case 'string':
      return checkString(schema, value, path);
    case 'integer':
    case 'number':
      return checkNumber(schema, value, path);
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { path, problem: 'must be true or false' };
    case 'null':
      return value === null ? undefined : { path, problem: 'must be null' };
    default:
      return undefined;
  }
}

function checkObject(schema: Schema, value: unknown, path: string): Fault | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { path, problem: 'must be an object' };
  }
  const { properties = {}, required = [], additionalProperties } = schema;
  const members = Object.entries(value);
  const unknown = members.find(([name]) => !Object.hasOwn(properties, name));
  if (unknown && additionalProperties === false) {
    const known = Object.keys(properties).join(', ') || 'nothing';
    return { path: join(path, unknown[0]), problem: `is not known here; known are ${known}` };
  }
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { path: join(path, missing), problem: 'is required' };
  for (const [name, member] of members) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const inner = known ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    const fault = inner && findFault(inner, member, join(path, name));
    if (fault) return fault;
  }
  return undefined;
}

function checkArray(schema: Schema, value: unknown, path: string): Fault | undefined {
  if (!Array.isArray(value)) return { path, problem: 'must be a list' };
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema;
  if (value.length > maxItems)
    return { path, problem: `has ${value.length} entries; at most ${maxItems} are allowed` };
  if (value.length < minItems) return { path, problem: `must have at least ${minItems} entries` };
  if (schema.uniqueItems && new Set(value).size < value.length)
    return { path, problem: 'must not repeat an entry' };
  for (const [i, item] of value.entries()) {
    const fault = items && findFault(items, item, `${path}[${i}]`);
    if (fault) return fault;
  }
  return undefined;
}

function checkString(schema: Schema, value: unknown, path: string): Fault | undefined {
  if (typeof value !== 'string') return { path, problem: 'must be a string' };
  if (schema.enum && !schema.enum.includes(value)) {
    return { path, problem: `must be one of ${schema.enum.join(', ')}, not ${shown(value)}` };
  }
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  // A string never has more characters than UTF-16 units, and at least half as many.
  if (value.length < minLength || (value.length < 2 * minLength && countChars(value) < minLength)) {
    return {
      path,
      problem: minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
    };
  }
  if (value.length > maxLength && (value.length > 2 * maxLength || countChars(value) > maxLength)) {
    return { path, problem: `must have at most ${maxLength} characters` };
  }
  if (schema.pattern !== undefined && !expression(schema.pattern).test(value)) {
    return { path, problem: `holds a character that is not allowed: it must match ${schema.pattern}` };
  }
  if (schema.format === 'date' && !isDate(value)) {
    return { path, problem: `must be a calendar date such as 2026-01-31, not ${shown(value)}` };
  }
  if (schema.format === 'date-time' && !isTimestamp(value)) {
    return { path, problem: `must be a UTC timestamp such as 2026-01-31T09:30:00Z, not ${shown(value)}` };
  }
  return undefined;
}

function checkNumber(schema: Schema, value: unknown, path: string): Fault | undefined {
  const whole = schema.type === 'integer';
  if (typeof value !== 'number' || !(whole ? Number.isSafeInteger(value) : Number.isFinite(value))) {
    return { path, problem: whole ? 'must be a whole number' : 'must be a number' };
  }
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  if (value >= minimum && value <= maximum) return undefined;
  const range =
    maximum === Number.POSITIVE_INFINITY ? `at least ${minimum}` : `from ${minimum} to ${maximum}`;
  return { path, problem: `must be ${range}, not ${value}` };
}

const expressions = new Map<string, RegExp>();

/** Made once: the contract has few patterns, and a request is checked against them at every call. */
function expression(pattern: string): RegExp {
  const known = expressions.get(pattern) ?? new RegExp(pattern, 'u');
  expressions.set(pattern, known);
  return known;
}

/** A day that exists: 2026-02-30 does not. */
function isDate(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** An instant in UTC: the zone is `Z` or `+00:00`, fractions are allowed. */
function isTimestamp(value: string): boolean {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?(?:Z|[+-]00:00)$/.exec(value);
  if (!match) return false;
  const [, day = '', hour, minute, second] = match;
  return isDate(day) && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60;
}

function countChars(value: string): number {
  let count = 0;
  for (const _ of value) count++;
  return count;
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** A value as it is repeated to the caller: never long. */
export function shown(value: string): string {
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}...` : value);
}
