import { authorityName, categoryLabels, type RegulationDetail } from '@pandect/contract';

const categoryNames: Readonly<Record<string, string>> = categoryLabels;

export function categoryName(category: string): string {
  return categoryNames[category] ?? category;
}

export function CategoryBadge({ category }: { readonly category: string }) {
  return <span className="badge">{categoryName(category)}</span>;
}

export function jurisdictionName(id: string): string {
  return id === 'us-federal' ? 'Federal' : id.replace('us-state:', '').toUpperCase();
}

/** Short names with the full one on hover; a state's authority is its own name. */
export function Authorities({ ids }: { readonly ids: readonly string[] }) {
  return (
    <span className="authorities">
      {ids.map((id) => (
        <abbr key={id} title={authorityName(id)}>
          {id.toUpperCase()}
        </abbr>
      ))}
    </span>
  );
}

const editions = {
  official: { label: 'Official text', says: 'The publisher’s words, verbatim.' },
  lossy: {
    label: 'Official text, with losses',
    says: 'The publisher’s words with known losses. Check the source.',
  },
  digest: { label: 'Digest', says: 'Pandect’s own summary under the same numbering, not the law’s words.' },
} as const;

/** How far the text may be trusted. */
export function EditionBadge({ edition }: { readonly edition: RegulationDetail['edition'] }) {
  const { label, says } = editions[edition];
  return (
    <span className={`badge edition-${edition}`} title={says}>
      {label}
    </span>
  );
}

export function editionSays(edition: RegulationDetail['edition']): string {
  return editions[edition].says;
}
