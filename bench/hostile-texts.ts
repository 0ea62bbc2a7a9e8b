/** Texts that honest writers do not send, each repeated to a length. */
const pieces: Readonly<Record<string, string>> = {
  'one word': 'free',
  'one line': 'pay today or we will sue you and tell your employer ',
  punctuation: '.!?;:,-()[]{}"\'$%&*',
  emoji: '🎉💸🏦👩‍👩‍👧‍👦',
  'right to left': 'قرض مضمون בלי עמלות ',
  zalgo: 'f̸̡̛r̷̢͝e̵͜͠e̴̛͜ ',
  'nested quotes': '"she said \'he said “never ',
  'spaced letters': 'g u a r a n t e e d ',
  'look-alikes': 'guаrаntееd аpprоvаl 0% АPR ',
  digits: '1,234.56% $9.99 10:30 12/31/2026 800-555-0100 ',
  'line breaks': '\n\n \n',
  'zero width': 'fr\u200bee\u200d\u2060 ',
};

export function hostileText(name: string, length: number): string {
  const piece = pieces[name] ?? name;
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}

export const hostileNames: readonly string[] = Object.keys(pieces);
