import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { FetchFailure } from './fetch-failure.ts';

export interface OutgoingRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly mayConnectTo: (address: string) => boolean;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came, still encoded. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the connection when the body is not wanted. */
  discard(): void;
}

export type SendRequest = (request: OutgoingRequest) => Promise<Answer>;

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * One GET, no redirects. The addresses of a name are checked where the connection is made and not before it:
 * a name that answers differently the second time gains nothing. (The global `fetch` has no such place, and
 * hides the length of an encoded body.)
 */
export function createSendRequest(resolve: Resolve = systemLookup): SendRequest {
  return ({ url, headers, mayConnectTo, signal }) =>
    new Promise((settle, reject) => {
      const hostname = url.hostname.replace(/^\[|\]$/g, '');
      const refuse = (address: string) =>
        new FetchFailure(
          'refused_address',
          `${url.href} leads to the address ${address}, which is not on the public internet`,
        );
      // A literal address is never looked up.
      if (isIP(hostname) !== 0 && !mayConnectTo(hostname)) return reject(refuse(hostname));
      const lookup: LookupFunction = (name, options, done) => {
        resolve(name, { ...options, all: true }, (error, addresses) => {
          if (error) return done(error, []);
          const forbidden = addresses.find(({ address }) => !mayConnectTo(address));
          if (forbidden) return done(refuse(forbidden.address), []);
          const [first] = addresses;
          if (options.all || !first) return done(null, addresses);
          done(null, first.address, first.family);
        });
      };
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const request = send(url, { method: 'GET', headers, lookup, signal }, (message: IncomingMessage) => {
        settle({
          status: message.statusCode ?? 0,
          headers: message.headers,
          body: message,
          discard: () => {
            message.on('error', () => {}); // nobody reads on, so nobody need know
            message.destroy();
          },
        });
      });
      request.on('error', reject);
      request.end();
    });
}
