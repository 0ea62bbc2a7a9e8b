/** One heading or provision of a document, with the byte where it begins. */
export interface TocEntry {
  /** Stable and unique in its document: `c-2-i`, `model-clauses`. */
  readonly id: string;
  readonly title: string;
  /** Depth in the tree, 1 at the top: always one more than its parent's. */
  readonly level: number;
  readonly startByte: number;
  readonly parentId?: string;
  /** Designators from the top (`['c', '2', 'i']`); absent for a heading. */
  readonly path?: readonly string[];
}

/** An entry before ids are given out: the parent is named by its place in the list. */
export interface TocDraft {
  /** From `provisionId` or `headingId`. */
  readonly wantedId: string;
  readonly title: string;
  readonly level: number;
  readonly startByte: number;
  readonly parent: number | undefined;
  readonly path?: readonly string[];
}

/** Ids appear in links; a heading of several lines makes no better link than its first words. */
const maxIdLength = 80;

/**
 * Lower-case designators joined by hyphens. (a) and (A) stay apart by their place in the path
 * (`a-1-i-a` is 12 CFR 1005.x(a)(1)(i)(A)), so case need not be kept.
 */
export function provisionId(path: readonly string[]): string {
  const joined = path.join('-').toLowerCase();
  const plain = joined.length <= maxIdLength && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(joined);
  return plain ? joined : slug(joined) || 'provision';
}

const firstDesignators: ReadonlySet<string> = new Set(['1', 'a', 'A', 'i', 'I', 'aa']);

/** Whether a designator begins a list: (1) (a) (A) (i) (I) (aa). */
export function isFirstDesignator(designator: string | undefined): boolean {
  return designator !== undefined && firstDesignators.has(designator);
}

/** The source's own name where it can stand in a link, else the words of the heading. */
export function headingId(text: string, givenId?: string): string {
  if (givenId !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(givenId)) return givenId;
  return slug(givenId ?? '') || slug(text) || 'heading';
}

function slug(text: string): string {
  const words = text
    .slice(0, maxIdLength * 2)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]+/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxIdLength);
  return words.endsWith('-') ? words.slice(0, -1) : words;
}

/** `(c) Time limits`, or `(c)` alone. `mark` is the designator as printed: `(c)`, `1.`, `A.` */
export function provisionTitle(mark: string, heading?: string): string {
  return heading ? `${mark} ${heading}` : mark;
}

/**
 * Gives every draft its id. The first entry to want an id has it, wherever its rivals stand, so that a
 * repeated (a) can never take `a-2` from paragraph (a)(2); later ones get `-2`, `-3` and so on.
 */
export function buildTableOfContents(drafts: readonly TocDraft[]): TocEntry[] {
  const taken = new Set(drafts.map((draft) => draft.wantedId));
  const lastSuffix = new Map<string, number>();
  const ids: string[] = [];
  for (const { wantedId } of drafts) {
    let suffix = lastSuffix.get(wantedId) ?? 0;
    let id = wantedId;
    if (suffix === 0) suffix = 1;
    else {
      do {
        suffix += 1;
        id = `${wantedId}-${suffix}`;
      } while (taken.has(id));
      taken.add(id);
    }
    lastSuffix.set(wantedId, suffix);
    ids.push(id);
  }
  return drafts.map(({ wantedId, title, level, startByte, parent, path }, index) => {
    const id = ids[index] ?? wantedId;
    const parentId = parent === undefined ? undefined : ids[parent];
    // Written out: with spreads for what may be absent, making and serialising the entries took twice as long.
    if (parentId === undefined) {
      return path === undefined ? { id, title, level, startByte } : { id, title, level, startByte, path };
    }
    return path === undefined
      ? { id, title, level, startByte, parentId }
      : { id, title, level, startByte, parentId, path };
  });
}
