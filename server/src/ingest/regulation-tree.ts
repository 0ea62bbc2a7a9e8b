import type { Table } from './outline.ts';

/** A part of the CFR as the Bureau's own formats have it: nested, labelled, text not yet put together. */
export interface RegulationPart {
  readonly cfrTitle: number;
  readonly part: string;
  /** `ELECTRONIC FUND TRANSFERS` */
  readonly heading: string;
  readonly effectiveDate?: string;
  readonly editionDate?: string;
  readonly documents: readonly RegulationDocument[];
}

export interface RegulationDocument {
  readonly kind: DocumentKind;
  /** `['1005', '11']` */
  readonly label: readonly string[];
  /** As published: `§ 1005.11 Procedures for resolving errors.` */
  readonly heading: string;
  readonly nodes: readonly RegulationNode[];
}
export type DocumentKind = 'section' | 'appendix' | 'supplement';

export interface RegulationNode {
  /** A titled division of an appendix or of the interpretations, not a paragraph. */
  readonly isDivision: boolean;
  /** `['1005', '11', 'c', 'Interp', '3']`; empty where the source gives none. */
  readonly label: readonly string[];
  /** `(a)`, `1.`; empty for flush text. Also words that are not printed: `Interp`, `none`. */
  readonly marker: string;
  readonly title: string;
  /** Folded text and tables in order; the first string runs on from marker and title. */
  readonly content: readonly (string | Table)[];
  readonly children: readonly RegulationNode[];
}
