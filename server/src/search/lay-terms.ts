import type { TermExpander } from './lexical-search.ts';

export const expandLayTerms: TermExpander = () => [];
