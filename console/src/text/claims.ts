/** A source marker of a playbook and the sentence it stands behind. */
export interface Claim {
  readonly source: string;
  readonly text: string;
}

/** `[Source: 12-cfr-1005-11]` */
export const sourceMarker = /\[Source:\s*([a-z0-9-]+)\]/g;

/** Every marker of a body in order. Markers in a row stand behind the same words. */
export function claimsOf(body: string): Claim[] {
  const claims: Claim[] = [];
  for (const paragraph of body.split(/\n\s*\n|\n(?=\s*(?:\d+\.|[-*])\s)/)) {
    let from = 0;
    let text = '';
    for (const marker of paragraph.matchAll(sourceMarker)) {
      const between = paragraph.slice(from, marker.index).trim();
      if (between !== '') text = between.replace(/^(?:#+|\d+\.|[-*])\s+/, '');
      claims.push({ source: marker[1] ?? '', text });
      from = marker.index + marker[0].length;
    }
  }
  return claims;
}
