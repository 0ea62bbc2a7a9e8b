/**
 * Character references of HTML. The named ones are those that official pages use: punctuation, the Latin-1
 * letters, and the signs of law and arithmetic. An unknown name stays as written: better a visible `&foo;`
 * than a wrong character.
 */
const named: ReadonlyMap<string, string> = new Map(
  [
    'amp & lt < gt > quot " apos \' sect § para ¶ copy © reg ® trade ™ deg ° middot · bull • hellip …',
    'ndash – mdash — horbar ― lsquo ‘ rsquo ’ sbquo ‚ ldquo “ rdquo ” bdquo „ laquo « raquo » lsaquo ‹ rsaquo ›',
    'dagger † Dagger ‡ permil ‰ prime ′ Prime ″ frasl ⁄ minus − times × divide ÷ plusmn ± ne ≠ le ≤ ge ≥',
    'equals = plus + lowbar _ num # dollar $ percnt % ast * comma , period . colon : semi ; excl ! quest ?',
    'lpar ( rpar ) lsqb [ rsqb ] lcub { rcub } sol / bsol \\ vert | grave ` commat @ Hat ^ hyphen ‐ dash ‐',
    'frac14 ¼ frac12 ½ frac34 ¾ sup1 ¹ sup2 ² sup3 ³ ordf ª ordm º micro µ not ¬ macr ¯ acute ´ cedil ¸ uml ¨',
    'cent ¢ pound £ yen ¥ euro € curren ¤ brvbar ¦ iexcl ¡ iquest ¿ szlig ß aelig æ AElig Æ oelig œ OElig Œ',
    'agrave à aacute á acirc â atilde ã auml ä aring å ccedil ç egrave è eacute é ecirc ê euml ë igrave ì',
    'iacute í icirc î iuml ï ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø ugrave ù uacute ú',
    'ucirc û uuml ü yacute ý yuml ÿ eth ð thorn þ Agrave À Aacute Á Acirc Â Atilde Ã Auml Ä Aring Å Ccedil Ç',
    'Egrave È Eacute É Ecirc Ê Euml Ë Igrave Ì Iacute Í Icirc Î Iuml Ï Ntilde Ñ Ograve Ò Oacute Ó Ocirc Ô',
    'Otilde Õ Ouml Ö Oslash Ø Ugrave Ù Uacute Ú Ucirc Û Uuml Ü Yacute Ý ETH Ð THORN Þ larr ← uarr ↑ rarr → darr ↓',
    'check ✓ star ☆ starf ★ infin ∞ sum ∑ radic √ asymp ≈ alpha α beta β gamma γ delta δ Delta Δ mu μ pi π sigma σ',
  ]
    .join(' ')
    .split(' ')
    .reduce<[string, string][]>(
      (pairs, item, index, all) => {
        if (index % 2 === 0) pairs.push([item, all[index + 1] ?? '']);
        return pairs;
      },
      [
        // White space and marks without a shape cannot be listed between spaces.
        ['nbsp', '\u00a0'],
        ['ensp', '\u2002'],
        ['emsp', '\u2003'],
        ['thinsp', '\u2009'],
        ['shy', '\u00ad'],
        ['zwnj', '\u200c'],
        ['zwj', '\u200d'],
        ['Tab', '\t'],
        ['NewLine', '\n'],
      ],
    ),
);

/** Numbers 128 to 159 mean Windows-1252 on the web: `&#146;` is an apostrophe (HTML, 13.2.5.80). */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z][a-z0-9]{1,9}));/gi, decodeOne);
}

function decodeOne(whole: string, hex?: string, decimal?: string, name?: string): string {
  if (name !== undefined) return named.get(name) ?? whole;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  if (code >= 128 && code < 160) return windows1252.charAt(code - 128);
  const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}
