import type { Report } from '../section.ts';
import { Checklist } from './checklist.ts';
import { exchange } from './raw-socket.ts';
import type { ServeChild } from './serve-child.ts';

/** Where two readers could disagree about where a request ends: each must be refused and hung up on. */
export async function checkFraming(service: ServeChild, report: Report): Promise<void> {
  const list = new Checklist();
  const post = `POST /api/v1/events HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Api-Key: ${service.key}\r\n`;
  const get = 'GET /healthz HTTP/1.1\r\nHost: x\r\n';
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: smuggled\r\n\r\n';
  const chunked = `${post}Transfer-Encoding: chunked\r\n\r\n`;
  const refused: Readonly<Record<string, string>> = {
    'Content-Length and Transfer-Encoding': `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'Transfer-Encoding and Content-Length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
    'two lengths that differ': `${post}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}${smuggled}`,
    'two lengths that are alike': `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}${smuggled}`,
    'lengths in one header': `${post}Content-Length: 2, 2\r\n\r\n{}${smuggled}`,
    'a length with a sign': `${post}Content-Length: +2\r\n\r\n{}${smuggled}`,
    'a negative length': `${post}Content-Length: -2\r\n\r\n{}${smuggled}`,
    'a hexadecimal length': `${post}Content-Length: 0x2\r\n\r\n{}${smuggled}`,
    'a length beyond all numbers': `${post}Content-Length: 99999999999999999999999\r\n\r\n{}${smuggled}`,
    'an unknown transfer coding': `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunked that is not the last coding': `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'chunked behind a control character': `${post}Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'two Transfer-Encodings': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
    'a space before the colon': `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
    'a chunk size that is no number': `${chunked}zz\r\n{}\r\n0\r\n\r\n${smuggled}`,
    'a negative chunk size': `${chunked}-2\r\n{}\r\n0\r\n\r\n${smuggled}`,
    'a chunk size beyond all numbers': `${chunked}fffffffffffffffff\r\n{}\r\n0\r\n\r\n${smuggled}`,
    'a chunk longer than it says': `${chunked}1\r\n{}\r\n0\r\n\r\n${smuggled}`,
    'a chunk that ends with a bare line feed': `${chunked}2\n{}\n0\n\n${smuggled}`,
    'a folded header': `${get}X-One: a\r\n b: c\r\n\r\n`,
    'a header without a name': `${get}: x\r\n\r\n`,
    'a header name with a space': `${get}X One: x\r\n\r\n`,
    'a carriage return in a header': `${get}X-One: a\rX-Two: b\r\n\r\n`,
    'a NUL in a header': `${get}X-One: a\x00b\r\n\r\n`,
    'no Host': 'GET /healthz HTTP/1.1\r\n\r\n',
    'a version of its own': 'GET /healthz HTTP/9.9\r\nHost: x\r\n\r\n',
    'a NUL in the path': `GET /healthz\x00 HTTP/1.1\r\nHost: x\r\n\r\n`,
    'the opening of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'the opening of TLS': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  };
  for (const [name, bytes] of Object.entries(refused)) {
    const { statuses, closed, text } = await exchange(service.port, Buffer.from(bytes, 'latin1'));
    list.expect(
      `${name} is refused once, and hung up on`,
      statuses.join() === '400' && closed,
      `${statuses.join()} ${closed ? '' : 'and kept open'} ${text.slice(0, 80)}`,
    );
  }
  // What is right must go on working beside it.
  const body = '{"scenario":"generic","content":{"type":"text","text":"x"}}';
  const pieces = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const whole = await exchange(service.port, `${chunked}${pieces}${get}Connection: close\r\n\r\n`);
  list.expect(
    'a chunked body and a request after it are answered in turn',
    whole.statuses.join() === '201,200',
    whole.statuses.join(),
  );
  // HTTP/0.9: a line and no head, so nothing can follow it.
  const ancient = await exchange(service.port, `GET /healthz\r\n\r\n${smuggled}`);
  list.expect(
    'no version: one reply at most',
    ancient.statuses.length === 1 && ancient.closed,
    ancient.statuses.join(),
  );
  const injected = await exchange(
    service.port,
    'GET /docs/guide/x%0d%0aSet-Cookie:%20a=b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  );
  const [head = ''] = injected.text.split('\r\n\r\n');
  list.expect('an encoded line break in a path becomes no header', !/^set-cookie/im.test(head), head);
  list.tellTo(report, 'request framing over raw sockets (smuggling, chunks, folds, injection)');
}
