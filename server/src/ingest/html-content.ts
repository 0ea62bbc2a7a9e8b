import type { XmlElement } from './xml-tree.ts';

/** What of a web page is the document, and what is the site round it. */
export interface PageContent {
  readonly main: XmlElement;
  /** Whether an element inside `main` is the site's furniture, not the publisher's text. */
  isChrome(element: XmlElement): boolean;
}

const neverText: ReadonlySet<string> = new Set([
  ...[
    'script',
    'style',
    'noscript',
    'template',
    'svg',
    'canvas',
    'video',
    'audio',
    'object',
    'embed',
    'iframe',
  ],
  ...[
    'input',
    'select',
    'textarea',
    'datalist',
    'progress',
    'meter',
    'dialog',
    'head',
    'title',
    'link',
    'meta',
  ],
]);
const chromeTags: ReadonlySet<string> = new Set(['nav', 'footer', 'aside', 'form', 'header', 'menu']);
const chromeRoles: ReadonlySet<string> = new Set([
  ...['navigation', 'banner', 'contentinfo', 'search', 'complementary', 'dialog', 'alertdialog', 'menu'],
  ...['menubar', 'toolbar'],
]);
/** Words that mean furniture wherever they stand in a class name. */
const chromeWords: ReadonlySet<string> = new Set([
  ...[
    'breadcrumb',
    'breadcrumbs',
    'crumbs',
    'skipnav',
    'skiplink',
    'skiplinks',
    'navbar',
    'sidenav',
    'subnav',
  ],
  ...['sidebar', 'masthead', 'addthis', 'sharethis', 'pager', 'pagination', 'backtotop', 'nav', 'navigation'],
]);
/**
 * Words that are furniture alone or beside one of `widgetWords` only: a credit union's `share-insurance` and
 * a table of `social-security` payments are text.
 */
const doubtfulWords: ReadonlySet<string> = new Set([
  ...[
    'share',
    'sharing',
    'social',
    'menu',
    'banner',
    'subscribe',
    'newsletter',
    'cookie',
    'cookies',
    'footer',
  ],
  ...['toolbar', 'skip', 'print', 'feedback'],
]);
const widgetWords: ReadonlySet<string> = new Set([
  ...[
    'link',
    'links',
    'button',
    'buttons',
    'icon',
    'icons',
    'bar',
    'tools',
    'widget',
    'media',
    'nav',
    'notice',
  ],
  ...['site', 'page', 'global', 'usa', 'main', 'to', 'form', 'container', 'wrapper', 'block'],
]);
/** Text for screen readers only: it is not on the page. */
const hiddenClasses: ReadonlySet<string> = new Set([
  ...[
    'sr-only',
    'visually-hidden',
    'visuallyhidden',
    'element-invisible',
    'usa-sr-only',
    'u-visually-hidden',
  ],
  'screen-reader-text',
]);
const noteWords: ReadonlySet<string> = new Set([
  'footnote',
  'footnotes',
  'endnote',
  'endnotes',
  'references',
]);

export function findContent(root: XmlElement): PageContent {
  const body = findFirst(root, (element) => element.name === 'body') ?? root;
  const weights = new Map<XmlElement, number>();
  weigh(body, weights);
  const weightOf = (element: XmlElement) => weights.get(element) ?? 0;
  const main = findMain(body, weightOf);
  const controlled = collectControlled(main);
  const half = weightOf(main) / 2;
  return {
    main,
    isChrome(element) {
      if (neverText.has(element.name)) return true;
      if (/^h[1-6]$/.test(element.name)) return false;
      if (element.name === 'button') return !isDisclosure(element);
      if (isUnseen(element, controlled)) return true;
      if (!looksLikeChrome(element)) return false;
      // A page that wraps its whole text in a form, or calls it `with-sidebar`, must not come out empty.
      return weightOf(element) <= half && findFirst(element, (inner) => inner.name === 'h1') === undefined;
    },
  };
}

/** The first element in reading order that passes. */
export function findFirst(
  element: XmlElement,
  passes: (element: XmlElement) => boolean,
): XmlElement | undefined {
  if (passes(element)) return element;
  for (const child of element.children) {
    const found = typeof child === 'string' ? undefined : findFirst(child, passes);
    if (found) return found;
  }
  return undefined;
}

/** Marked as main by the publisher, else the smallest block that still holds most of the running text. */
function findMain(body: XmlElement, weightOf: (element: XmlElement) => number): XmlElement {
  const marks: readonly ((element: XmlElement) => boolean)[] = [
    (element) => element.name === 'main' || element.attributes.role === 'main',
    (element) => element.name === 'article',
    (element) => /^(?:main-?content|content|main)$/i.test(element.attributes.id ?? ''),
  ];
  for (const mark of marks) {
    const heaviest = findHeaviest(body, mark, weightOf);
    if (heaviest && weightOf(heaviest) > 0) return heaviest;
  }
  let main = body;
  for (;;) {
    const share = weightOf(main) * 0.7;
    const inner = main.children.find((child) => typeof child !== 'string' && weightOf(child) > share);
    if (typeof inner !== 'object' || inner.name === 'p' || inner.name === 'table') return main;
    main = inner;
  }
}

function findHeaviest(
  root: XmlElement,
  passes: (element: XmlElement) => boolean,
  weightOf: (element: XmlElement) => number,
): XmlElement | undefined {
  let best = passes(root) ? root : undefined;
  for (const child of root.children) {
    const found = typeof child === 'string' ? undefined : findHeaviest(child, passes, weightOf);
    if (found && (best === undefined || weightOf(found) > weightOf(best))) best = found;
  }
  return best;
}

/** Characters of running text; what stands in links counts for nothing, menus being made of them. */
function weigh(element: XmlElement, into: Map<XmlElement, number>): number {
  let weight = 0;
  if (!neverText.has(element.name)) {
    for (const child of element.children) {
      weight += typeof child === 'string' ? child.trim().length : weigh(child, into);
    }
  }
  if (element.name === 'a' || element.name === 'nav') weight = 0;
  into.set(element, weight);
  return weight;
}

function looksLikeChrome(element: XmlElement): boolean {
  const { id = '', class: classes = '', role = '' } = element.attributes;
  const names = [...classes.toLowerCase().split(/\s+/), id.toLowerCase()];
  const tokens = names.map((name) => name.split(/[^a-z0-9]+/));
  if (role.startsWith('doc-') || tokens.some((words) => words.some((word) => noteWords.has(word))))
    return false;
  if (chromeRoles.has(role) || chromeTags.has(element.name)) return true;
  return tokens.some((words) => {
    if (words.some((word) => chromeWords.has(word))) return true;
    if (!words.some((word) => doubtfulWords.has(word))) return false;
    return words.every((word) => word === '' || doubtfulWords.has(word) || widgetWords.has(word));
  });
}

/** Not shown to the reader; a folded answer that a button opens is shown on demand and stays. */
function isUnseen(element: XmlElement, controlled: ReadonlySet<string>): boolean {
  const { attributes } = element;
  const classes = (attributes.class ?? '').toLowerCase().split(/\s+/);
  if (classes.some((name) => hiddenClasses.has(name))) return true;
  if (attributes['aria-hidden'] === 'true') return /^(?:i|span|b|em)$/.test(element.name);
  return 'hidden' in attributes && !controlled.has(attributes.id ?? '');
}

/** A button that unfolds text is that text's heading line; every other button is a tool. */
function isDisclosure(button: XmlElement): boolean {
  const { attributes } = button;
  if ('aria-controls' in attributes || 'aria-expanded' in attributes) return true;
  return findFirst(button, (inner) => /^h[1-6]$/.test(inner.name)) !== undefined;
}

function collectControlled(root: XmlElement): ReadonlySet<string> {
  const ids = new Set<string>();
  const visit = (element: XmlElement) => {
    const { attributes } = element;
    const targets = [attributes['aria-controls'], attributes['data-target'], attributes['data-bs-target']];
    if (element.name === 'a') targets.push(attributes.href);
    for (const target of targets) {
      for (const id of target?.split(/\s+/) ?? []) ids.add(id.replace(/^#/, ''));
    }
    for (const child of element.children) if (typeof child !== 'string') visit(child);
  };
  visit(root);
  return ids;
}
