import { Marked, type Tokens } from 'marked';
import { escapeHtml, pageFrame } from './page-frame.ts';

/** The pages of docs/guide in the order in which they are read, in their groups. */
export const guidePages: Readonly<Record<string, readonly string[]>> = {
  Start: ['quick-start', 'concepts'],
  'The API': ['regulations', 'query', 'playbooks', 'screening', 'jobs', 'events'],
  'Other doors': ['command-line', 'client', 'mcp'],
  Operate: ['writing-rules', 'operating', 'settings', 'security', 'not-done'],
};

export interface GuideSource {
  readonly name: string;
  readonly markdown: string;
}

/** Renders every page once, each with the list of all of them beside it. */
export function renderGuide(sources: readonly GuideSource[], version: string): Map<string, string> {
  const titles = new Map(sources.map(({ name, markdown }) => [name, titleOf(markdown) ?? name]));
  return new Map(
    sources.map(({ name, markdown }) => {
      const title = titles.get(name) ?? name;
      const page = pageFrame({
        title: `${title} - Pandect`,
        version,
        navLabel: 'Guide',
        nav: navOf(titles, name),
        main: renderMarkdown(markdown),
      });
      return [name, page];
    }),
  );
}

function titleOf(markdown: string): string | undefined {
  return /^# (.+)$/m.exec(markdown)?.[1];
}

function navOf(titles: ReadonlyMap<string, string>, current: string): string {
  const groups = Object.entries(guidePages).map(([group, names]) => {
    const links = names.map((name) => {
      const here = name === current ? ' aria-current="page"' : '';
      return `<li><a href="/docs/guide/${name}"${here}>${escapeHtml(titles.get(name) ?? name)}</a></li>`;
    });
    return `<p>${escapeHtml(group)}</p><ul>${links.join('')}</ul>`;
  });
  return `${groups.join('\n')}\n<p>More</p><ul><li><a href="/docs">API reference</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>`;
}

/** Headings can be linked to; a link to another page's file leads to the page. */
function renderMarkdown(markdown: string): string {
  const marked = new Marked({
    async: false,
    gfm: true,
    walkTokens(token) {
      if (token.type === 'link') token.href = token.href.replace(/^([a-z-]+)\.md(?=#|$)/, '/docs/guide/$1');
    },
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = headingId(text);
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    },
  });
  return marked.parse(markdown, { async: false });
}

/** As code hosts make them, so that a link works in both places. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
