/** `31-cfr-1020-220` as one would write it: `31 CFR 1020.220`. Other slugs keep their words. */
export function slugName(externalId: string): string {
  const cfr = /^(\d+)-cfr-(\d+[a-z]?)-(?:(appendix|supplement)-)?(.+)$/.exec(externalId);
  if (cfr) {
    const [, title, part, kind, rest = ''] = cfr;
    return kind
      ? `${title} CFR ${part} ${kind[0]?.toUpperCase()}${kind.slice(1)} ${rest.toUpperCase()}`
      : `${title} CFR ${part}.${rest}`;
  }
  const usc = /^(\d+)-usc-(.+)$/.exec(externalId);
  if (usc) return `${usc[1]} U.S.C. ${usc[2]}`;
  return externalId.replaceAll('-', ' ');
}
