import { memo } from 'react';
import { cutByRanges, type Range } from '../../text/cut-by-ranges.ts';
import { type TextBlock, tableRows } from '../../text/text-blocks.ts';
import type { LaidOut, TextLink } from './use-document.ts';

/** Above this many blocks, those out of sight are not laid out. */
const manyBlocks = 300;

type Cover = TextLink | (Range & { readonly kind: 'here' });

interface Props {
  readonly laidOut: LaidOut;
  readonly links: readonly TextLink[];
  /** The passage the address points to. */
  readonly here: Range | undefined;
  /** The address of a byte of this text. */
  readonly addressOf: (byte: number) => string;
}

/** The law's words: every paragraph has an address, every reference to another provision is a link. */
export const DocumentText = memo(function DocumentText({ laidOut, links, here, addressOf }: Props) {
  const { text, blocks } = laidOut;
  let nextLink = 0;
  return (
    <div className={`law document-text${blocks.length > manyBlocks ? ' long' : ''}`}>
      {blocks.map((block, row) => {
        const covers: Cover[] = [];
        for (let link = links[nextLink]; link && link.start < block.end; link = links[++nextLink]) {
          covers.push(link);
        }
        const isHere = here !== undefined && here.start < block.end && here.end > block.start;
        // A paragraph meant as a whole has its own ground: only words within it are marked.
        if (isHere && (here.start > block.start || here.end < block.end)) {
          covers.push({ ...here, kind: 'here' });
        }
        return (
          <div
            key={block.startByte}
            id={`b${block.startByte}`}
            className={`block ${block.kind} depth-${block.depth}${isHere ? ' is-here' : ''}`}
          >
            <a
              className="permalink"
              data-row={row}
              tabIndex={-1}
              href={addressOf(block.startByte)}
              aria-label={`Address of this paragraph, byte ${block.startByte}`}
            >
              ¶
            </a>
            <Block text={text} block={block} covers={covers} />
          </div>
        );
      })}
    </div>
  );
});

function Block(props: {
  readonly text: string;
  readonly block: TextBlock;
  readonly covers: readonly Cover[];
}) {
  const { text, block, covers } = props;
  if (block.kind === 'table') {
    return (
      <div className="wide">
        <table className="plain">
          <tbody>
            {tableRows(text, block).map((cells) => (
              <tr key={cells[0]?.start}>
                {cells.map((cell) => (
                  <td key={cell.start}>
                    <Words text={text} {...cell} covers={covers} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    );
  }
  const words = <Words text={text} start={block.start} end={block.end} covers={covers} />;
  if (block.kind === 'paragraph') return <p>{words}</p>;
  return block.kind === 'title' ? <h2>{words}</h2> : <h3>{words}</h3>;
}

function Words(props: Range & { readonly text: string; readonly covers: readonly Cover[] }) {
  return cutByRanges(props.start, props.end, props.covers).map(({ start, end, covers }) => {
    const words = props.text.slice(start, end);
    const link = covers.find((cover) => cover.kind === 'link');
    const marked = covers.some((cover) => cover.kind === 'here') ? <mark key={start}>{words}</mark> : words;
    if (!link) return marked;
    const { externalId, entryId, title } = link.reference;
    return (
      <a
        key={start}
        href={`/library/${externalId}${entryId === undefined ? '' : `?to=${entryId}`}`}
        title={title}
      >
        {marked}
      </a>
    );
  });
}
