import { keyAt, keyBytes } from './segment-places.ts';

/** No row. */
const none = -1;

/** Finds the rows of a list of 16-byte keys; several may have the same. */
export class PassageTable {
  readonly #keys: Uint8Array;
  readonly #slots: Int32Array;
  /** The row before with the same slot, for each row. */
  readonly #before: Int32Array;

  constructor(keys: Uint8Array) {
    const count = keys.length / keyBytes;
    this.#keys = keys;
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(2, 2 * count)))).fill(none);
    this.#before = new Int32Array(count);
    for (let row = 0; row < count; row += 1) {
      const slot = this.#slotOf(keyAt(keys, row));
      this.#before[row] = this.#slots[slot] ?? none;
      this.#slots[slot] = row;
    }
  }

  /** Every row with this key. */
  rowsOf(key: Uint8Array): number[] {
    const rows: number[] = [];
    for (let row = this.#slots[this.#slotOf(key)] ?? none; row !== none; row = this.#before[row] ?? none) {
      if (this.#holds(row, key)) rows.push(row);
    }
    return rows;
  }

  #holds(row: number, key: Uint8Array): boolean {
    for (let at = 0; at < keyBytes; at += 1) {
      if (this.#keys[row * keyBytes + at] !== key[at]) return false;
    }
    return true;
  }

  /** Keys are hashes: their first four bytes are as good as any. */
  #slotOf(key: Uint8Array): number {
    const word = (key[0] ?? 0) | ((key[1] ?? 0) << 8) | ((key[2] ?? 0) << 16) | ((key[3] ?? 0) << 24);
    return (word >>> 0) & (this.#slots.length - 1);
  }
}
