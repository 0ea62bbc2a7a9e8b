import type { OpenPath } from './designator-path.ts';
import { escapeMarkdown } from './markdown-text.ts';
import type { Heading, Outline, Provision } from './outline.ts';
import { writeFrontMatter } from './pandect-front-matter.ts';
import { writeParagraph } from './pandect-paragraph.ts';
import { writeTable } from './pandect-table.ts';

/**
 * An outline as Pandect Markdown. Reading it back gives the same outline: where a paragraph's openings
 * cannot be said in the plain form (designators without brackets, a number used twice), they stand in a
 * comment above it.
 */
export function writePandectMarkdown(outline: Outline): string {
  const { heading, blocks, ...front } = outline;
  const parts = [`---\n${writeFrontMatter(front)}---`, `# ${escapeMarkdown(heading)}`];
  let open: OpenPath = [];
  for (const block of blocks) {
    if (block.kind === 'heading') {
      parts.push(writeHeading(block));
      open = [];
    } else if (block.kind === 'table') {
      parts.push(writeTable(block));
    } else {
      const written = writeParagraph(block, open);
      parts.push(written.plain ? written.markdown : `${writeOpens(block.opens)}\n${written.markdown}`);
      open = written.open;
    }
  }
  return `${parts.join('\n\n')}\n`;
}

function writeHeading({ level, text, id }: Heading): string {
  const words = escapeMarkdown(text).replace(/\{(#[^\s{}]+\})$/, '\\{$1');
  return `${'#'.repeat(level + 1)} ${words}${id === undefined ? '' : ` {#${id}}`}`;
}

function writeOpens(opens: readonly Provision[]): string {
  const list = opens.map(({ path, at, heading }) => ({
    path,
    at,
    ...(heading === undefined ? {} : { heading }),
  }));
  // A heading that holds `-->` must not end the comment.
  return `<!-- opens: ${JSON.stringify(list).replaceAll('>', '\\u003e')} -->`;
}
