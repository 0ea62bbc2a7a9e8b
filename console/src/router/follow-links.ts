import { go } from './place.ts';

/** Paths the server answers with pages of its own. */
const outside = /^\/(?:docs|openapi\.json|api)(?:\/|$)/;

/** Turns clicks on plain links into moves within the console; new tabs, downloads and other sites stay as they are. */
export function followLinks(): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link) return;
    if (link.target !== '' || link.hasAttribute('download')) return;
    if (link.origin !== location.origin || outside.test(link.pathname)) return;
    if (link.hash !== '' && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    go(`${link.pathname}${link.search}`);
  };
  document.addEventListener('click', onClick);
  return () => document.removeEventListener('click', onClick);
}

/** Going back returns to where the page was scrolled, once its content has its height again. */
export function restoreScroll(): () => void {
  history.scrollRestoration = 'manual';
  const onBack = (event: PopStateEvent) => {
    const { scrollY: wanted }: { scrollY?: number } = Object(event.state);
    if (wanted === undefined) return;
    let tries = 30; // half a second: longer, and the reader has begun to scroll
    const step = () => {
      scrollTo(0, wanted);
      if (Math.abs(scrollY - wanted) > 2 && tries-- > 0) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  addEventListener('popstate', onBack);
  return () => removeEventListener('popstate', onBack);
}
