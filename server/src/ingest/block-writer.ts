/** A blank line between blocks. */
const blockGap = '\n\n';
const lineFeed = 0x0a;

/** Writes blocks one after the other and tells where each begins, in bytes of UTF-8. */
export class BlockWriter {
  readonly #blocks: string[] = [];
  readonly #starts: number[] = [];
  #writtenBytes = 0;

  /** Where the next block will begin. */
  get nextByte(): number {
    return this.#blocks.length === 0 ? 0 : this.#writtenBytes + blockGap.length;
  }

  /** Where the text ends now. */
  get endByte(): number {
    return this.#writtenBytes;
  }

  write(text: string): void {
    const startByte = this.nextByte;
    this.#blocks.push(text);
    this.#starts.push(startByte);
    this.#writtenBytes = startByte + Buffer.byteLength(text);
  }

  /**
   * The whole text. Each block is copied to its place, over line feeds: joining them first makes every character of
   * a document with a single dash in it two bytes wide, and took twice as long.
   */
  toBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#writtenBytes).fill(lineFeed);
    const buffer = Buffer.from(bytes.buffer);
    for (const [index, text] of this.#blocks.entries()) {
      const startByte = this.#starts[index] ?? 0;
      const endByte = (this.#starts[index + 1] ?? this.nextByte) - blockGap.length;
      // As many bytes as characters: all of it is ASCII, which is copied without a look at it.
      const isAscii = endByte - startByte === text.length;
      buffer.write(text, startByte, endByte - startByte, isAscii ? 'latin1' : 'utf8');
    }
    return bytes;
  }
}
