import { type OpenPath, openAt, printPath, readDesignators, stepTo } from './designator-path.ts';
import { escapeMarkdown, plainFromMarkdown } from './markdown-text.ts';
import type { Paragraph, Provision } from './outline.ts';
import { foldSpace } from './xml-tree.ts';

/**
 * A paragraph of Pandect Markdown. On the page it carries its whole path, `(c)(2)(i) **Extended time.** ...`;
 * in the text stand only the designators it opens, as the publisher prints them: `(i) Extended time. ...`.
 */

type ReadParagraph =
  | { readonly ok: true; readonly paragraph: Paragraph; readonly open: OpenPath }
  | { readonly ok: false; readonly reason: string };

/** The CFR has six levels and the Code eight. */
const deepestPath = 12;
/** The run-in heading after the designators. */
const runInHeading = /^ ?\*\*((?:\\.|[^*\\])+)\*\*/;
const closingMark = /(?:\.?—|[.:])$/;
const leadingClosingMark = /^(?:\.?—|[.:])/;
/** What may stand between a heading and the designators of the level below it: `(c) **Limits**—(1) ...`. */
const bridge = /^—? ?(?=\()/;

export function readParagraph(markdown: string, openBefore: OpenPath): ReadParagraph {
  const line = foldSpace(markdown);
  const opens: Provision[] = [];
  let open = openBefore;
  let path: readonly string[] = [];
  let text = '';
  let at = 0;
  for (;;) {
    const group = readDesignators(line, at);
    if (group.path.length === 0) break;
    path = [...path, ...group.path];
    if (path.length > deepestPath)
      return { ok: false, reason: `a path of more than ${deepestPath} designators` };
    const step = stepTo(open, path);
    if (!step.ok) return step;
    for (const [index, designator] of path.entries()) {
      if (index < step.alreadyOpen) continue;
      opens.push({ path: path.slice(0, index + 1), at: text.length });
      text += `(${designator})`;
    }
    open = step.open;
    at = group.end;
    const heading = runInHeading.exec(line.slice(at));
    if (!heading) break;
    const words = plainFromMarkdown(heading[1] ?? '');
    const last = opens.pop();
    if (last) opens.push({ ...last, heading: words.replace(closingMark, '') });
    text += `${heading[0].startsWith(' ') ? ' ' : ''}${words}`;
    at += heading[0].length;
    const between = bridge.exec(line.slice(at))?.[0];
    if (between === undefined || readDesignators(line, at + between.length).path.length === 0) break;
    text += between;
    at += between.length;
  }
  text += plainFromMarkdown(line.slice(at));
  return { ok: true, paragraph: { kind: 'paragraph', text, opens }, open };
}

/** A paragraph whose openings are given beside it, taken as they are. */
export function readMarkedParagraph(
  markdown: string,
  opens: readonly Provision[],
  openBefore: OpenPath,
): ReadParagraph {
  const text = plainFromMarkdown(foldSpace(markdown));
  const outside = opens.find((provision) => provision.at >= text.length);
  if (outside)
    return { ok: false, reason: `${printPath(outside.path)} begins at ${outside.at}, past the text's end` };
  const last = opens.at(-1);
  return {
    ok: true,
    paragraph: { kind: 'paragraph', text, opens },
    open: last ? openAt(last.path) : openBefore,
  };
}

interface WrittenParagraph {
  readonly markdown: string;
  /** False where the plain form would not read back the same: the openings must be written beside it. */
  readonly plain: boolean;
  readonly open: OpenPath;
}

/** The plain form where it reads back to the same paragraph, else the bare text. */
export function writeParagraph(paragraph: Paragraph, open: OpenPath): WrittenParagraph {
  const markdown = escapeLineStart(plainForm(paragraph));
  const again = readParagraph(markdown, open);
  if (again.ok && sameParagraph(again.paragraph, paragraph))
    return { markdown, plain: true, open: again.open };
  const last = paragraph.opens.at(-1);
  return {
    markdown: escapeLineStart(escapeMarkdown(paragraph.text)),
    plain: false,
    open: last ? openAt(last.path) : open,
  };
}

function plainForm({ text, opens }: Paragraph): string {
  let markdown = printPath(opens[0]?.path.slice(0, -1) ?? []);
  let at = 0;
  for (const provision of opens) {
    const designator = `(${provision.path.at(-1) ?? ''})`;
    markdown += escapeMarkdown(text.slice(at, provision.at)) + designator;
    at = provision.at + designator.length;
    if (provision.heading === undefined) continue;
    const start = text.indexOf(provision.heading, at);
    const afterHeading = start + provision.heading.length;
    const end = afterHeading + (leadingClosingMark.exec(text.slice(afterHeading))?.[0].length ?? 0);
    markdown += `${text.slice(at, start)}**${escapeMarkdown(text.slice(start, end))}**`;
    at = end;
  }
  const rest = escapeMarkdown(text.slice(at));
  const gap = bridge.exec(rest)?.[0].length;
  const misread = gap !== undefined && readDesignators(rest, gap).path.length > 0;
  return markdown + (misread ? `${rest.slice(0, gap)}\\${rest.slice(gap)}` : rest);
}

/** A text that begins like a heading, a table, a quotation or a comment is none of them. */
function escapeLineStart(markdown: string): string {
  return /^(?:#|\||>|<|\+ |~~~|-{3,}$|={3,}$)/.test(markdown) ? `\\${markdown}` : markdown;
}

function sameParagraph(left: Paragraph, right: Paragraph): boolean {
  return (
    left.text === right.text &&
    JSON.stringify(left.opens.map(listed)) === JSON.stringify(right.opens.map(listed))
  );
}

function listed(provision: Provision): readonly unknown[] {
  return [provision.path, provision.at, provision.heading ?? null];
}
