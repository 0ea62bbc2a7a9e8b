import { lawOf } from '../citations/resolve-citation.ts';

/**
 * Parts of the CFR that a bank or fintech is asked about first: those the starter corpus covers (a test holds the two
 * together). An import may bring everything from toy safety to savings bonds; a question that fits a core part and
 * one of those equally well means the core part.
 */
const coreParts: ReadonlySet<string> = new Set(
  [
    '12: 3 4 6 14 21 22 25 30 34 41 50 53 128 208 215 228 229 326 328 338 339 343 345 353 363 364',
    '12: 701 707 740 745 748',
    '12: 1002 1003 1005 1006 1011 1012 1013 1014 1015 1016 1022 1024 1026 1030 1033 1041 1070 1071 1080',
    '16: 238 251 255 310 313 314 316 433 444 461 465 660 681 682',
    '17: 240 247 248 275',
    '24: 100 110',
    '31: 212 501 560 1010 1020 1022',
    '32: 232',
    '47: 64',
  ].flatMap((line) => {
    const [title = '', parts = ''] = line.split(': ');
    return parts.split(' ').map((part) => `${title}/${part}`);
  }),
);

/** Whether a document is of a core part, or of one of the Acts known by name (`corpus/usc-acts.ts`). */
export function isCoreLaw(key: string): boolean {
  const law = lawOf(key);
  return law !== undefined && (coreParts.has(law) || !law.includes('/'));
}
