/**
 * Paths of designators as a person writes them, `(c)(2)(i)`, and the test that they come in order.
 * Nothing is inferred here: the whole path is on the page, only its order is checked.
 */

/** What stands between the brackets: `a`, `12`, `iv`, `AA`, `2a`, `c-1`. */
const designatorForm = /^(?:\d{1,3}[a-zA-Z]?|[ivxl]{1,8}|[IVXL]{1,8}|[a-z]{1,3}|[A-Z]{1,3})(?:-\d{1,2})?$/;
/** The longest bracket read as a designator: `xxxviii-12` with room to spare. */
const longestDesignator = 12;

/** The designators that stand at `at` without a gap, and where they end. */
export function readDesignators(
  text: string,
  at: number,
): { readonly path: readonly string[]; readonly end: number } {
  const path: string[] = [];
  let end = at;
  while (text.charAt(end) === '(') {
    const close = text.slice(end + 1, end + 2 + longestDesignator).indexOf(')');
    const designator = close < 0 ? '' : text.slice(end + 1, end + 1 + close);
    if (!isDesignator(designator)) break;
    path.push(designator);
    end += close + 2;
  }
  return { path, end };
}

function isDesignator(text: string): boolean {
  if (!designatorForm.test(text)) return false;
  return ordinals(text).size > 0;
}

export function printPath(path: readonly string[]): string {
  return path.map((designator) => `(${designator})`).join('');
}

/** A provision that is open, with every way its designator may still be counted. */
interface OpenProvision {
  readonly designator: string;
  readonly ordinals: ReadonlyMap<string, number>;
}
export type OpenPath = readonly OpenProvision[];

/** Either the provisions a path opens (how many of its first members were open already), or why it may not come here. */
export type Step =
  | { readonly ok: true; readonly alreadyOpen: number; readonly open: OpenPath }
  | { readonly ok: false; readonly reason: string };

export function stepTo(open: OpenPath, path: readonly string[]): Step {
  let shared = 0;
  while (shared < path.length && open[shared]?.designator === path[shared]) shared += 1;
  if (shared === path.length) {
    return { ok: false, reason: `${printPath(path)} is repeated` };
  }
  const next: OpenProvision[] = open.slice(0, shared);
  for (const [index, designator] of path.entries()) {
    if (index < shared) continue;
    const counted = ordinals(designator);
    const sibling = index === shared ? open[index] : undefined;
    const kept = sibling ? follow(sibling.ordinals, counted) : counted;
    if (sibling && kept.size === 0) {
      const last = printPath([...path.slice(0, index), sibling.designator]);
      return { ok: false, reason: `${printPath(path)} is out of order after ${last}` };
    }
    next.push({ designator, ordinals: kept });
  }
  return { ok: true, alreadyOpen: shared, open: next };
}

/** The state after a path that is taken as given, without a test of its order. */
export function openAt(path: readonly string[]): OpenPath {
  return path.map((designator) => ({ designator, ordinals: ordinals(designator) }));
}

/** The ways of counting under which `now` comes after `last`; gaps are allowed, as digests leave out the reserved. */
function follow(
  last: ReadonlyMap<string, number>,
  now: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const kept = new Map<string, number>();
  for (const [kind, value] of now) {
    const before = last.get(kind);
    if (before !== undefined && value > before) kept.set(kind, value);
  }
  return kept;
}

/** `(i)` is the ninth letter or the first Roman numeral: both are kept until a sibling decides. */
function ordinals(designator: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const [, base = '', letter = '', tail = ''] =
    /^(\d+|[a-zA-Z]+)([a-zA-Z]?)(?:-(\d+))?$/.exec(designator) ?? [];
  // 2 < 2a < 2a-1 < 3; no list has a thousand insertions.
  const suffix = alphabetical(letter.toLowerCase()) / 1e3 + Number(tail || 0) / 1e6;
  if (/^\d/.test(base)) {
    found.set('number', Number(base) + suffix);
    return found;
  }
  const letters = base.toLowerCase();
  const letterCase = letters === base ? 'lower' : 'upper';
  const roman = romanValue(letters);
  if (roman !== undefined) found.set(`${letterCase} roman`, roman + suffix);
  // After (z) either (aa), (bb) as in the Code or (aa), (ab) as in some CFR definitions.
  if (/^(.)\1*$/.test(letters)) {
    found.set(`${letterCase} letter`, 26 * (letters.length - 1) + alphabetical(letters.charAt(0)) + suffix);
  }
  if (letters.length <= 2) found.set(`${letterCase} letter pair`, alphabetical(letters) + suffix);
  return found;
}

/** a = 1, z = 26, aa = 27, ab = 28. */
function alphabetical(letters: string): number {
  let value = 0;
  for (const letter of letters) value = value * 26 + letter.charCodeAt(0) - 96;
  return value;
}

function romanValue(letters: string): number | undefined {
  if (!/^(?:xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/.test(letters)) return undefined;
  const worth: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
  let total = 0;
  for (let at = 0; at < letters.length; at += 1) {
    const value = worth[letters.charAt(at)] ?? 0;
    const next = worth[letters.charAt(at + 1)] ?? 0;
    total += value < next ? -value : value;
  }
  return total;
}
