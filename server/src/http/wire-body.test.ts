import { describe, expect, it } from 'vitest';
import { bodyText, bufferOf, encodeBody, joinBodies } from './wire-body.ts';

const texts = {
  'plain text': '{"title":"Electronic fund transfers"}',
  'text beyond ASCII': '{"title":"§ 1005.11 – “errors” 😀"}',
  'a long text beyond ASCII': JSON.stringify('§ 😀'.repeat(10_000)),
};

describe('a body on the wire', () => {
  it.each(Object.entries(texts))('%s: its bytes are those of UTF-8, and as many as it says', (_, text) => {
    const body = encodeBody(text);
    expect(bufferOf(body).equals(Buffer.from(text))).toBe(true);
    expect(body.bytes.length).toBe(Buffer.byteLength(text));
    expect(bodyText(body)).toBe(text);
  });

  it('bodies and texts join to one body', () => {
    const [short = '', beyond = '', long = ''] = Object.values(texts);
    const joined = joinBodies([`[${short},`, encodeBody(beyond), ',', encodeBody(long), ',"§"]']);
    expect(bodyText(joined)).toBe(`[${short},${beyond},${long},"§"]`);
  });
});
