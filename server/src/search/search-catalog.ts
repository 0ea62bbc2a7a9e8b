import { authorityName, categoryLabels } from '@pandect/contract';
import type { CatalogEntry } from '../corpus/corpus-store.ts';
import { WordSearch } from './word-search.ts';

/** How much a word counts by where it stands: a title names the thing, a description talks about it. */
const weights = { title: 8, citation: 8, authority: 4, category: 4, description: 2 } as const;

/** Relevance over title, citation, description, authority name and category label; never the body. */
export function createCatalogSearch(): WordSearch<CatalogEntry> {
  return new WordSearch(({ facts }) => [
    [weights.title, facts.title],
    [weights.citation, facts.attributes.citation],
    [weights.authority, facts.authorities.map((id) => `${id} ${authorityName(id)}`).join(' ')],
    [weights.category, categoryLabels[facts.category]],
    [weights.description, facts.description],
  ]);
}
