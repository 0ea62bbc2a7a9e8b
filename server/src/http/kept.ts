/** Keeps values by name up to a total weight, dropping those that were kept longest. */
export class Kept<T> {
  readonly #most: number;
  readonly #values = new Map<string, { readonly value: T; readonly weight: number }>();
  #weight = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): T | undefined {
    return this.#values.get(name)?.value;
  }

  /** Every value weighs 1 unless told; one heavier than all that may be kept is not kept. */
  set(name: string, value: T, weight = 1): void {
    this.#drop(name);
    if (weight > this.#most) return;
    this.#values.set(name, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#most) return;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#weight -= this.#values.get(name)?.weight ?? 0;
    this.#values.delete(name);
  }
}
