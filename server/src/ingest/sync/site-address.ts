import { FetchFailure } from './fetch-failure.ts';
import { isPublicAddress } from './public-address.ts';

/** Official origin to the base that stands in for it: a mirror inside the house, or a test. */
export type Mirrors = ReadonlyMap<string, URL>;

/** Where a request really goes, and which addresses it may connect to. */
export interface Route {
  readonly sent: URL;
  readonly mirrored: boolean;
  readonly mayConnectTo: (address: string) => boolean;
}

/** Checks an official address against the hosts that may answer, and sends it to its mirror if there is one. */
export function routeRequest(official: URL, hosts: readonly string[], mirrors: Mirrors): Route {
  if (official.protocol !== 'https:') {
    throw new FetchFailure('refused_host', `${official.href} is not https`);
  }
  if (official.username !== '' || official.password !== '' || official.port !== '') {
    throw new FetchFailure(
      'refused_host',
      `${official.href} names a user or a port, which no official site does`,
    );
  }
  if (!hosts.includes(official.hostname)) {
    throw new FetchFailure(
      'refused_host',
      `${official.href} is not on a host that may answer (${hosts.join(', ')})`,
    );
  }
  const base = mirrors.get(official.origin);
  if (!base) return { sent: official, mirrored: false, mayConnectTo: isPublicAddress };
  const sent = new URL(`${base.href.replace(/\/$/, '')}${official.pathname}${official.search}`);
  // The operator named this very place, private or not.
  return { sent, mirrored: true, mayConnectTo: () => true };
}

/** The official address a redirect means: a mirror may speak of itself or of the site it stands in for. */
export function followRedirect(location: string, official: URL, sent: URL, mirrors: Mirrors): URL {
  if (!URL.canParse(location, sent.href)) {
    throw new FetchFailure(
      'refused_host',
      `${official.href} redirects to ${JSON.stringify(location)}, no address`,
    );
  }
  const target = new URL(location, sent);
  const own = mirrors.get(official.origin);
  const candidates = own ? [[official.origin, own] as const, ...mirrors] : [...mirrors];
  for (const [origin, base] of candidates) {
    const folder = base.pathname.replace(/\/$/, '');
    if (target.origin === base.origin && target.pathname.startsWith(`${folder}/`)) {
      return new URL(`${origin}${target.pathname.slice(folder.length)}${target.search}`);
    }
  }
  return target;
}
