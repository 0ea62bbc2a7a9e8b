const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether lists and objects of a JSON text lie deeper in each other than allowed. The parser takes any depth, but
 * what prints or compares the value later calls itself for each level, and would run out of stack.
 */
export function isDeeper(text: string, allowed: number): boolean {
  if (text.length <= 2 * allowed) return false;
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (inString) {
      if (char === backslash) i++;
      else if (char === quote) inString = false;
    } else if (char === quote) inString = true;
    // `[` and `{`, then `]` and `}`.
    else if (char === 0x5b || char === 0x7b) {
      if (++depth > allowed) return true;
    } else if (char === 0x5d || char === 0x7d) depth--;
  }
  return false;
}
