import type { RegulationCitation } from '@pandect/contract';
import { matchedWords } from '../text/matched-words.ts';
import { MarkedText } from './marked-text.tsx';
import '../styles/passage.css';

type Chunk = RegulationCitation['chunks'][number];

/** The address of a passage: its bytes, in the text they were taken from. */
export function passageAddress(documentId: string, chunk: Chunk): string {
  const query = new URLSearchParams();
  if (chunk.startOffset !== null) {
    query.set(
      'at',
      chunk.endOffset === null ? `${chunk.startOffset}` : `${chunk.startOffset}-${chunk.endOffset}`,
    );
  }
  if (chunk.regulationRevision !== undefined) query.set('revision', String(chunk.regulationRevision));
  return `/library/${encodeURIComponent(documentId)}${query.size > 0 ? `?${query}` : ''}`;
}

/** A verbatim passage with its place and, for a question, the words they share. */
export function Passage(props: {
  readonly documentId: string;
  readonly chunk: Chunk;
  readonly question?: string;
  readonly row?: number;
}) {
  const { chunk, question = '', row } = props;
  const crumbs = chunk.sectionPath?.split(' > ') ?? [];
  return (
    <figure className="passage" {...(row !== undefined && { 'data-row': row })}>
      <figcaption>
        <a href={passageAddress(props.documentId, chunk)}>
          {crumbs.length === 0
            ? 'Open the place'
            : crumbs.map((crumb, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a path may name two levels alike.
                <span key={at} className="crumb">
                  {crumb}
                </span>
              ))}
        </a>
      </figcaption>
      <blockquote className="law">
        <MarkedText text={chunk.text} ranges={matchedWords(chunk.text, question)} />
      </blockquote>
    </figure>
  );
}
