import type { FlatDocument } from './flat-document.ts';
import type { TocEntry } from './table-of-contents.ts';

/** A place in the table of contents: an index, or `aboveAll` for the document itself. */
export const aboveAll = -1;

/** A title longer than this is a sentence; a breadcrumb needs its beginning. Range 80 to 300. */
const maxCrumbLength = 160;

/** Answers where things live in one document: ancestors and breadcrumbs of its table of contents. */
export class SectionPaths {
  readonly #entries: readonly TocEntry[];
  readonly #indexOf: ReadonlyMap<string, number>;
  readonly #root: string;
  /** Made once for each entry and shared by its chunks. */
  readonly #made = new Map<number, string>();

  constructor({
    tableOfContents,
    container,
    label,
    facts,
  }: Pick<FlatDocument, 'tableOfContents' | 'container' | 'label' | 'facts'>) {
    this.#entries = tableOfContents;
    const indexOf = new Map<string, number>();
    for (const entry of tableOfContents) indexOf.set(entry.id, indexOf.size);
    this.#indexOf = indexOf;
    const bare = tableOfContents.length === 0 && container.length === 0;
    this.#root = bare ? facts.title : [...container, label].map(crumb).join(' > ');
  }

  find(tocId: string | undefined): number {
    return (tocId === undefined ? undefined : this.#indexOf.get(tocId)) ?? aboveAll;
  }

  /** The innermost section that holds both. */
  common(one: number, other: number): number {
    let a = one;
    let b = other;
    while (a !== b) {
      if (this.level(a) >= this.level(b)) a = this.parent(a);
      else b = this.parent(b);
    }
    return a;
  }

  /** What a chunk says of the section that holds it. */
  describe(section: number): { sectionPath: string; tocId?: string; path?: readonly string[] } {
    const tocId = this.#entries[section]?.id;
    const path = this.#provision(section);
    const sectionPath = this.#breadcrumb(section);
    if (tocId === undefined) return { sectionPath };
    return path === undefined ? { sectionPath, tocId } : { sectionPath, tocId, path };
  }

  #breadcrumb(section: number): string {
    const entry = this.#entries[section];
    if (!entry) return this.#root;
    const known = this.#made.get(section);
    if (known !== undefined) return known;
    const made = `${this.#breadcrumb(this.parent(section))} > ${crumb(entry.title)}`;
    this.#made.set(section, made);
    return made;
  }

  /** A heading inside (a) is still in (a). */
  #provision(section: number): readonly string[] | undefined {
    let at = section;
    while (at !== aboveAll) {
      const path = this.#entries[at]?.path;
      if (path) return path;
      at = this.parent(at);
    }
    return undefined;
  }

  /** `aboveAll` for a top entry. */
  parent(section: number): number {
    return this.find(this.#entries[section]?.parentId);
  }

  /** 0 for the document itself. */
  level(section: number): number {
    return this.#entries[section]?.level ?? 0;
  }
}

/** One step of a breadcrumb; it may not hold the mark that parts the steps. */
function crumb(title: string): string {
  const step = title.includes(' > ') ? title.replaceAll(' > ', ' › ') : title;
  if (step.length <= maxCrumbLength) return step;
  const cut = step.slice(0, maxCrumbLength).toWellFormed();
  const lastSpace = cut.lastIndexOf(' ');
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`;
}
