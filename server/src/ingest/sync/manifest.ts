import { type Fields, ManifestError, openFields } from './manifest-fields.ts';

interface Common {
  /** The file's name without `.json`; also the folder the downloads are kept in. */
  readonly name: string;
  readonly about: string;
  /** Origin of the official site, such as `https://www.ecfr.gov`. */
  readonly site: string;
  /** Hosts that may answer: the site's own, and those it is known to redirect to. */
  readonly hosts: readonly string[];
  /** Whether `corpus sync` without names takes it. */
  readonly byDefault: boolean;
  readonly pauseMs: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

export interface EcfrManifest extends Common {
  readonly kind: 'ecfr';
  readonly titles: readonly { readonly title: number; readonly parts: readonly string[] }[];
}

export interface GovinfoManifest extends Common {
  readonly kind: 'govinfo-ecfr';
  readonly titles: readonly number[];
}

export interface FederalRegisterQuery {
  readonly agencies: readonly string[];
  readonly types: readonly string[];
  readonly cfrTitle: number | undefined;
  readonly publishedFrom: string;
}

export interface FederalRegisterManifest extends Common {
  readonly kind: 'federal-register';
  readonly queries: readonly FederalRegisterQuery[];
}

export interface UscodeManifest extends Common {
  readonly kind: 'uscode';
  readonly titles: readonly {
    /** Two digits, and `a` for an appendix: `12`, `05a`. */
    readonly title: string;
    /** The chapters that are kept; all without it. */
    readonly chapters?: readonly string[];
  }[];
}

export interface FilesManifest extends Common {
  readonly kind: 'files';
  readonly files: readonly {
    readonly path: string;
    readonly file: string;
    readonly editionDate: string | undefined;
  }[];
}

export type Manifest =
  | EcfrManifest
  | GovinfoManifest
  | FederalRegisterManifest
  | UscodeManifest
  | FilesManifest;

const kinds = ['ecfr', 'govinfo-ecfr', 'federal-register', 'uscode', 'files'] as const;
const documentTypes = ['RULE', 'PRORULE', 'NOTICE', 'PRESDOCU'];

const hostName = /^(?=.{4,253}$)(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/;
const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** One file of `sources/`. `file` is only used to name it in errors; its base name becomes the manifest's. */
export function parseManifest(file: string, text: string): Manifest {
  const name = /(?<![^/\\])([^/\\]+)\.json$/.exec(file)?.[1] ?? file;
  if (!/^[a-z0-9][a-z0-9-]{0,40}$/.test(name)) {
    throw new ManifestError(file, 'the name of the file', name, 'use small letters, digits and hyphens');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ManifestError(file, 'the file', text.slice(0, 40), `it must be JSON: ${String(error)}`);
  }
  const fields = openFields(file, '', value);
  const kind = fields.oneOf('kind', kinds);
  const manifest = readKind(kind, file, readCommon(file, name, fields), fields);
  fields.refuseOthers();
  return manifest;
}

function readCommon(file: string, name: string, fields: Fields): Common {
  const site = fields.text('site', /^https:\/\/[a-z0-9.-]+$/, 'write an origin such as https://www.ecfr.gov');
  const host = site.slice('https://'.length);
  const readHost = (entry: unknown, field: string) => {
    if (typeof entry === 'string' && hostName.test(entry)) return entry;
    throw new ManifestError(file, field, entry, 'write a host name, not an address: www.ecfr.gov');
  };
  return {
    name,
    about: fields.text('about', /\S/, 'say in a sentence what it fetches'),
    site,
    hosts: [readHost(host, 'site'), ...fields.list('redirectHosts', readHost, [])],
    byDefault: fields.flag('byDefault', true),
    // The Federal Register asks for at most one XML download a second; the others publish no number.
    pauseMs: fields.whole('pauseMs', 100, 600_000, 1000),
    // The readers take no file above 160 MiB.
    maxBytes: fields.whole('maxMebibytes', 1, 160, 32) * 1024 * 1024,
    timeoutMs: fields.whole('timeoutSeconds', 1, 3600, 300) * 1000,
  };
}

function readKind(kind: (typeof kinds)[number], file: string, common: Common, fields: Fields): Manifest {
  const readTitle = (entry: unknown, field: string): number => {
    if (typeof entry === 'number' && Number.isInteger(entry) && entry >= 1 && entry <= 54) return entry;
    throw new ManifestError(file, field, entry, 'write the number of a title, 1 to 54');
  };
  switch (kind) {
    case 'ecfr':
      return { ...common, kind, titles: fields.list('titles', (entry, at) => readParts(file, entry, at)) };
    case 'govinfo-ecfr':
      return { ...common, kind, titles: fields.list('titles', readTitle) };
    case 'uscode':
      return {
        ...common,
        kind,
        titles: fields.list('titles', (entry, at) => readCodeTitle(file, entry, at)),
      };
    case 'federal-register':
      return { ...common, kind, queries: fields.list('queries', (entry, at) => readQuery(file, entry, at)) };
    case 'files':
      return { ...common, kind, files: fields.list('files', (entry, at) => readFileEntry(file, entry, at)) };
  }
}

function readParts(file: string, value: unknown, at: string): EcfrManifest['titles'][number] {
  const fields = openFields(file, `${at}.`, value);
  const title = fields.whole('title', 1, 50);
  const parts = fields
    .text('parts', /\S/, 'write the parts with commas between: "21, 708a, 1002-1016"')
    .split(',')
    .flatMap((piece) => expandParts(file, piece.trim(), `${at}.parts`));
  fields.refuseOthers();
  const twice = parts.find((part, index) => parts.indexOf(part) !== index);
  if (twice !== undefined) throw new ManifestError(file, `${at}.parts`, twice, 'it is listed twice');
  return { title, parts };
}

/** `1005`, `261a` or `1002-1016`; a range names every number in it, so all of them must exist. */
function expandParts(file: string, piece: string, field: string): string[] {
  const [, first, letter = '', last] = /^(\d{1,4})(?:([a-z])|-(\d{1,4}))?$/.exec(piece) ?? [];
  const count = last === undefined ? 1 : Number(last) - Number(first) + 1;
  if (first === undefined || count < 1 || count > 200) {
    throw new ManifestError(
      file,
      field,
      piece,
      'write a part (1005, 261a) or a range of at most 200 (1002-1016)',
    );
  }
  if (last === undefined) return [`${Number(first)}${letter}`];
  return Array.from({ length: count }, (_, index) => String(Number(first) + index));
}

function readCodeTitle(file: string, value: unknown, at: string): UscodeManifest['titles'][number] {
  if (typeof value !== 'object') return { title: titleCode(file, value, at) };
  const fields = openFields(file, `${at}.`, value);
  const title = titleCode(file, fields.any('title'), `${at}.title`);
  const chapters = fields
    .text('chapters', /^\w{1,8}(?:, ?\w{1,8})*$/, 'write the chapters with commas between: "45, 2A"')
    .split(',')
    .map((chapter) => chapter.trim());
  fields.refuseOthers();
  return { title, chapters };
}

function titleCode(file: string, value: unknown, field: string): string {
  const [, number = '', appendix = ''] = /^([1-9]\d?)(a?)$/.exec(String(value)) ?? [];
  if (number === '' || Number(number) > 54) {
    throw new ManifestError(file, field, value, 'write a title, such as 12 or "18a"');
  }
  return number.padStart(2, '0') + appendix;
}

function readQuery(file: string, value: unknown, at: string): FederalRegisterQuery {
  const fields = openFields(file, `${at}.`, value);
  const word = (allowed: RegExp, wanted: string) => (entry: unknown, field: string) => {
    if (typeof entry === 'string' && allowed.test(entry)) return entry;
    throw new ManifestError(file, field, entry, wanted);
  };
  const query = {
    agencies: fields.list(
      'agencies',
      word(/^[a-z][a-z0-9-]{1,99}$/, "write the agency's slug at federalregister.gov/agencies"),
    ),
    types: fields.list(
      'types',
      word(new RegExp(`^(?:${documentTypes.join('|')})$`), `write one of ${documentTypes.join(', ')}`),
    ),
    cfrTitle: fields.optionalWhole('cfrTitle', 1, 50),
    publishedFrom: fields.text('publishedFrom', day, 'write a day, yyyy-mm-dd'),
  };
  fields.refuseOthers();
  return query;
}

function readFileEntry(file: string, value: unknown, at: string): FilesManifest['files'][number] {
  const fields = openFields(file, `${at}.`, value);
  const entry = {
    path: fields.text('path', /^\/(?!\/)[!-~]*$/, 'write the path on the site, from its first / on'),
    file: fields.text(
      'file',
      /^[a-z0-9][a-z0-9._-]{0,120}\.(?:xml|pdf|html)$/,
      'write the name to keep it under: small letters, digits, ., _, -, ending in .xml, .pdf or .html',
    ),
    editionDate: fields.optionalText('editionDate', day, 'write a day, yyyy-mm-dd'),
  };
  fields.refuseOthers();
  return entry;
}
