/**
 * Where bytes of the UTF-8 form of a text lie in the JavaScript string, and back. Every offset of the API is
 * a byte offset; a string is counted in UTF-16 units, and the two differ after the first § of a page.
 */
export interface ByteMap {
  readonly totalBytes: number;
  /** The position of the character that holds a byte; the end for a byte past it. */
  position(byte: number): number;
  /** The byte where the character at a position begins. */
  byte(position: number): number;
}

/** UTF-16 units between two remembered places. Range 256 to 4096: a look-up walks at most this far. */
const stride = 1024;

export function createByteMap(text: string): ByteMap {
  /** The byte at each `stride`th unit; one inside a surrogate pair is remembered at the pair's beginning. */
  const marks: number[] = [];
  let bytes = 0;
  for (let at = 0; at < text.length; ) {
    const width = unitsAt(text, at);
    while (marks.length * stride < at + width) marks.push(bytes);
    bytes += bytesAt(text, at);
    at += width;
  }
  const totalBytes = bytes;

  /** A remembered unit may be the second half of a pair; its byte is that of the first. */
  const whole = (at: number) => (isTrailing(text, at) ? at - 1 : at);

  return {
    totalBytes,
    position(byte) {
      if (byte <= 0) return 0;
      if (byte >= totalBytes) return text.length;
      let low = 0;
      let high = marks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if ((marks[middle] ?? 0) <= byte) low = middle;
        else high = middle - 1;
      }
      let at = whole(low * stride);
      let here = marks[low] ?? 0;
      while (here + bytesAt(text, at) <= byte) {
        here += bytesAt(text, at);
        at += unitsAt(text, at);
      }
      return at;
    },
    byte(position) {
      if (position <= 0) return 0;
      if (position >= text.length) return totalBytes;
      const wanted = whole(position);
      const mark = Math.floor(wanted / stride);
      let at = whole(mark * stride);
      let here = marks[mark] ?? 0;
      while (at < wanted) {
        here += bytesAt(text, at);
        at += unitsAt(text, at);
      }
      return here;
    },
  };
}

function isTrailing(text: string, at: number): boolean {
  return (
    at > 0 &&
    isBetween(text.charCodeAt(at), 0xdc00, 0xdfff) &&
    isBetween(text.charCodeAt(at - 1), 0xd800, 0xdbff)
  );
}

function unitsAt(text: string, at: number): number {
  return isTrailing(text, at + 1) ? 2 : 1;
}

/** A half pair on its own is sent as U+FFFD, which has three bytes. */
function bytesAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return isTrailing(text, at + 1) ? 4 : 3;
}

function isBetween(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
