/** Full: what PROOF.md reports. Smoke: the same on a small scale, inside `npm test`. */
export type Size = 'full' | 'smoke';

/** One part of the proof. */
export interface Section {
  /** As in `npm run proof -- --only name`. */
  readonly name: string;
  readonly title: string;
  run(size: Size, report: Report): Promise<void>;
}

/** What a section found, in the order it was said. */
export interface Figure {
  readonly what: string;
  readonly figure: string;
  /** What was promised; undefined where the figure is only reported. */
  readonly promised: string | undefined;
  readonly kept: boolean;
}

export class Report {
  readonly figures: Figure[] = [];
  readonly notes: string[] = [];
  readonly #onFigure: (figure: Figure) => void;

  constructor(onFigure: (figure: Figure) => void = () => {}) {
    this.#onFigure = onFigure;
  }

  /** A figure that is reported and promises nothing. */
  tell(what: string, figure: string): void {
    this.#add({ what, figure, promised: undefined, kept: true });
  }

  /** A promise, and whether it was kept. */
  check(what: string, kept: boolean, figure: string, promised: string): void {
    this.#add({ what, figure, promised, kept });
  }

  /** Something a reader must know to read the figures, or that fell short. */
  note(text: string): void {
    this.notes.push(text);
  }

  #add(figure: Figure): void {
    this.figures.push(figure);
    this.#onFigure(figure);
  }
}
