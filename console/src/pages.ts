import { type ComponentType, lazy } from 'react';
import { matchPath, type PathParams } from './router/match-path.ts';

export interface PageProps {
  readonly params: PathParams;
}

interface Page {
  readonly pattern: string;
  /** The section of the navigation it belongs to. */
  readonly section: string;
  readonly component: ComponentType<PageProps>;
}

/** A page's script is fetched when it is first opened. */
const page = (
  pattern: string,
  section: string,
  load: () => Promise<{ default: ComponentType<PageProps> }>,
): Page => ({ pattern, section, component: lazy(load) });

/** The navigation, in its order; `g` and the letter goes there. */
export const sections = [
  { path: '/ask', label: 'Ask', letter: 'a' },
  { path: '/library', label: 'Library', letter: 'l' },
  { path: '/playbooks', label: 'Playbooks', letter: 'p' },
  { path: '/screen', label: 'Screen', letter: 's' },
  { path: '/jobs', label: 'Jobs', letter: 'j' },
  { path: '/tickets', label: 'Tickets', letter: 't' },
  { path: '/keys', label: 'Keys and usage', letter: 'k' },
] as const;

const report = () => import('./pages/screen/report-page.tsx');

const pages: readonly Page[] = [
  page('/ask', '/ask', () => import('./pages/ask/ask-page.tsx')),
  page('/library', '/library', () => import('./pages/library/library-page.tsx')),
  page('/library/:id', '/library', () => import('./pages/document/document-page.tsx')),
  page('/playbooks', '/playbooks', () => import('./pages/playbooks/playbooks-page.tsx')),
  page('/playbooks/:slug', '/playbooks', () => import('./pages/playbooks/playbook-page.tsx')),
  page('/screen', '/screen', () => import('./pages/screen/screen-page.tsx')),
  page('/screen/:id', '/screen', report),
  page('/jobs', '/jobs', () => import('./pages/jobs/jobs-page.tsx')),
  page('/jobs/:id', '/jobs', report),
  page('/tickets', '/tickets', () => import('./pages/tickets/tickets-page.tsx')),
  page('/tickets/:id', '/tickets', () => import('./pages/tickets/ticket-page.tsx')),
  page('/keys', '/keys', () => import('./pages/keys/keys-page.tsx')),
];

export function findPage(path: string): { readonly page: Page; readonly params: PathParams } | undefined {
  for (const candidate of pages) {
    const params = matchPath(candidate.pattern, path);
    if (params) return { page: candidate, params };
  }
  return undefined;
}
