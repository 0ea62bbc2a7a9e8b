/** A manifest that cannot be used: names the file, the field, its value and what to write. */
export class ManifestError extends Error {
  constructor(file: string, field: string, value: unknown, wanted: string) {
    const shown = value === undefined ? 'is missing' : `is ${JSON.stringify(value)}`;
    super(`${file}: ${field} ${shown}; ${wanted}`);
    this.name = 'ManifestError';
  }
}

/** The fields of one JSON object, read one by one; each reader refuses what it cannot use. */
export interface Fields {
  /** For a field the caller checks itself. */
  any(name: string): unknown;
  text(name: string, allowed: RegExp, wanted: string): string;
  optionalText(name: string, allowed: RegExp, wanted: string): string | undefined;
  oneOf<T extends string>(name: string, allowed: readonly T[]): T;
  whole(name: string, from: number, to: number, fallback?: number): number;
  optionalWhole(name: string, from: number, to: number): number | undefined;
  flag(name: string, fallback: boolean): boolean;
  list<T>(name: string, read: (value: unknown, field: string) => T, fallback?: readonly T[]): readonly T[];
  /** To be called last: a field nobody asked for is a slip of the pen. */
  refuseOthers(): void;
}

/** `at` is the place of the object in the file, such as `queries[2].`, or nothing for the file itself. */
export function openFields(file: string, at: string, value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ManifestError(file, at.replace(/\.$/, '') || 'the file', value, 'write a JSON object');
  }
  const fields = new Map<string, unknown>(Object.entries(value));
  const asked = new Set<string>();
  const take = (name: string): unknown => {
    asked.add(name);
    return fields.get(name);
  };
  const refuse = (name: string, given: unknown, wanted: string): never => {
    throw new ManifestError(file, `${at}${name}`, given, wanted);
  };
  const readText = (name: string, given: unknown, allowed: RegExp, wanted: string): string =>
    typeof given === 'string' && allowed.test(given) ? given : refuse(name, given, wanted);
  const readWhole = (name: string, given: unknown, from: number, to: number): number =>
    typeof given === 'number' && Number.isInteger(given) && given >= from && given <= to
      ? given
      : refuse(name, given, `write a whole number from ${from} to ${to}`);
  return {
    any: take,
    text: (name, allowed, wanted) => readText(name, take(name), allowed, wanted),
    optionalText(name, allowed, wanted) {
      const given = take(name);
      return given === undefined ? undefined : readText(name, given, allowed, wanted);
    },
    oneOf(name, allowed) {
      const given = take(name);
      const found = allowed.find((one) => one === given);
      return found ?? refuse(name, given, `write one of ${allowed.join(', ')}`);
    },
    whole(name, from, to, fallback) {
      const given = take(name);
      return given === undefined && fallback !== undefined ? fallback : readWhole(name, given, from, to);
    },
    optionalWhole(name, from, to) {
      const given = take(name);
      return given === undefined ? undefined : readWhole(name, given, from, to);
    },
    flag(name, fallback) {
      const given = take(name);
      if (given === undefined) return fallback;
      return typeof given === 'boolean' ? given : refuse(name, given, 'write true or false');
    },
    list(name, read, fallback) {
      const given = take(name);
      if (given === undefined && fallback) return fallback;
      if (!Array.isArray(given) || given.length === 0) return refuse(name, given, 'write a list, not empty');
      return given.map((entry: unknown, index) => read(entry, `${at}${name}[${index}]`));
    },
    refuseOthers() {
      for (const [name, given] of fields) {
        if (!asked.has(name))
          refuse(name, given, `there is no such field; there are ${[...asked].join(', ')}`);
      }
    },
  };
}
