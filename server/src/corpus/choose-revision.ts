import type { RevisionSummary } from './corpus-store.ts';
import { editionRanks } from './document.ts';

/**
 * The revision that states the law of a day: of those whose edition is not younger, the publisher's words
 * before lossy ones before a digest, then the youngest. A text without an edition date counts from the day
 * it was imported.
 */
export function revisionAsOf(
  revisions: readonly RevisionSummary[],
  day: string,
): RevisionSummary | undefined {
  return revisions
    .filter((revision) => inForceFrom(revision) <= day)
    .sort(
      (a, b) =>
        editionRanks[a.edition] - editionRanks[b.edition] ||
        (inForceFrom(a) < inForceFrom(b)
          ? 1
          : inForceFrom(a) > inForceFrom(b)
            ? -1
            : b.revision - a.revision),
    )[0];
}

export function inForceFrom(revision: RevisionSummary): string {
  return revision.editionDate || new Date(revision.importedAt * 1000).toISOString().slice(0, 10);
}
