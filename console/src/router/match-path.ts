export type PathParams = Readonly<Record<string, string>>;

/** `/library/:id` against `/library/12-cfr-1005-11`; undefined where it does not fit. */
export function matchPath(pattern: string, path: string): PathParams | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/\/+$/, '').split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, piece] of wanted.entries()) {
    const value = given[at] ?? '';
    if (piece.startsWith(':') && value !== '') params[piece.slice(1)] = decode(value);
    else if (piece !== value) return undefined;
  }
  return params;
}

function decode(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece; // a stray % is part of the name: the server will say it knows none such
  }
}
