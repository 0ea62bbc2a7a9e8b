/** Typed arrays that grow by half: a list of numbers costs four times the memory and the time. */
export class GrowingWords {
  #array = new Uint32Array(1024);
  length = 0;

  push(value: number): void {
    if (this.length === this.#array.length) {
      const wider = new Uint32Array(Math.ceil(this.#array.length * 1.5));
      wider.set(this.#array);
      this.#array = wider;
    }
    this.#array[this.length] = value;
    this.length += 1;
  }

  view(): Uint32Array {
    return this.#array.subarray(0, this.length);
  }
}

export class GrowingBytes {
  #array = new Uint8Array(4096);
  length = 0;

  push(value: number): void {
    this.#reserve(1);
    this.#array[this.length] = value;
    this.length += 1;
  }

  /** 7 bits a byte, the low ones first: numbers below 128 take one byte, below 16,384 two. */
  pushVarint(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.push((rest & 127) | 128);
      rest >>>= 7;
    }
    this.push(rest);
  }

  pushAll(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#array.set(bytes, this.length);
    this.length += bytes.length;
  }

  view(): Uint8Array {
    return this.#array.subarray(0, this.length);
  }

  #reserve(count: number): void {
    if (this.length + count <= this.#array.length) return;
    const wider = new Uint8Array(Math.max(this.length + count, Math.ceil(this.#array.length * 1.5)));
    wider.set(this.#array);
    this.#array = wider;
  }
}
