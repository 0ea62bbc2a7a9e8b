export type BodyFormat = 'xml' | 'json' | 'html' | 'zip' | 'pdf';

/** What each format is asked for as. */
export const acceptHeaders: Readonly<Record<BodyFormat, string>> = {
  xml: 'application/xml, text/xml;q=0.9, */*;q=0.5',
  json: 'application/json, */*;q=0.5',
  html: 'text/html, */*;q=0.5',
  zip: 'application/zip, */*;q=0.5',
  pdf: 'application/pdf, */*;q=0.5',
};

const endBytes = 4096;

/**
 * What is plainly wrong with a body, or undefined. Official sites answer maintenance and "request access"
 * pages with status 200: such a page must never replace a text that was right.
 */
export function findBodyFault(format: BodyFormat, bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, endBytes))
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (head === '') return 'the body is empty';
  if (format === 'html') return undefined;
  const root = /^<([A-Za-z_][\w:.-]*)/.exec(afterProlog(head))?.[1] ?? '';
  if (root.toLowerCase() === 'html') return `a web page came in place of ${format.toUpperCase()}`;
  switch (format) {
    case 'xml':
      return root === '' ? 'the body is not XML' : xmlEndFault(root, bytes);
    case 'json':
      return /^[[{]/.test(head) ? undefined : 'the body is not JSON';
    case 'zip':
      return head.startsWith('PK') ? undefined : 'the body is not a zip file';
    case 'pdf':
      return head.startsWith('%PDF-') ? undefined : 'the body is not a PDF';
  }
}

/** Declarations, processing instructions and comments taken off, however many there are. */
function afterProlog(head: string): string {
  let rest = head;
  for (;;) {
    const close = rest.startsWith('<!--') ? '-->' : /^<[?!]/.test(rest) ? '>' : undefined;
    if (close === undefined) return rest;
    const end = rest.indexOf(close);
    if (end < 0) return rest;
    rest = rest.slice(end + close.length).trimStart();
  }
}

function xmlEndFault(root: string, bytes: Uint8Array): string | undefined {
  const tail = Buffer.from(bytes.subarray(-endBytes)).toString('utf8');
  const last = /^<\/([\w:.-]+)\s*>/.exec(tail.slice(Math.max(0, tail.lastIndexOf('</'))))?.[1];
  return last === root ? undefined : `the XML opens with <${root}> and does not close with it`;
}
