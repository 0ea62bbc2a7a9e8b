import { type Encoder, openEncoder } from '../search/encoder.ts';
import { openReranker, type Reranker } from '../search/reranker.ts';

export interface ModelFolders {
  readonly encoder: string;
  readonly reranker: string;
}

/** The models of one thread, each started when it is first needed. One that cannot be started is told of once and done without. */
export class ThreadModels {
  readonly #folders: ModelFolders;
  readonly #onTrouble: (message: string) => void;
  #encoder: Promise<Encoder | undefined> | undefined;
  #starting: Promise<Reranker | undefined> | undefined;
  reranker: Reranker | undefined;

  constructor(folders: ModelFolders, onTrouble: (message: string) => void) {
    this.#folders = folders;
    this.#onTrouble = onTrouble;
  }

  encoder(): Promise<Encoder | undefined> {
    this.#encoder ??= openEncoder(this.#folders.encoder).catch((error: unknown) =>
      this.#giveUp('the encoder cannot be started; queries are answered by words alone', error),
    );
    return this.#encoder;
  }

  /** True where this call made it ready. */
  async startReranker(): Promise<boolean> {
    if (this.reranker) return false;
    this.#starting ??= openReranker(this.#folders.reranker, this.#folders.encoder).catch((error: unknown) =>
      this.#giveUp('the reranker cannot be started; queries are answered without it', error),
    );
    this.reranker = await this.#starting;
    return this.reranker !== undefined;
  }

  /** Resolves when no model is being started. */
  async settled(): Promise<void> {
    await Promise.all([this.#encoder, this.#starting]);
  }

  #giveUp(what: string, error: unknown): undefined {
    this.#onTrouble(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
