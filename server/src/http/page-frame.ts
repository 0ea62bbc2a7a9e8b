/** A page with a list of its parts beside it: the reference and the guide. No script, nothing from outside. */
export function pageFrame(page: {
  readonly title: string;
  readonly version: string;
  readonly navLabel: string;
  readonly nav: string;
  readonly main: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="${escapeHtml(page.navLabel)}">
<p class="brand">Pandect <small>${escapeHtml(page.version)}</small></p>
${page.nav}
</nav>
<main>
${page.main}
</main>
</body>
</html>
`;
}

/** Sent with every such page: it may style itself and do nothing else. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
};

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

const style = `
:root{color-scheme:light dark;--line:#8884;--soft:#8881;--ink:light-dark(#1b1f24,#e6e8eb);--link:light-dark(#0b57a4,#8ec5ff)}
*{box-sizing:border-box}
body{margin:0;font:16px/1.55 system-ui,sans-serif;color:var(--ink);background:light-dark(#fff,#14171a);display:grid;grid-template-columns:15rem minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);font-size:.9rem}
nav p{margin:1rem 0 .25rem;font-weight:600}nav .brand{font-size:1.15rem;margin-top:0}nav ul{list-style:none;margin:0;padding:0}
main{padding:1.5rem clamp(1rem,4vw,3rem) 6rem;max-width:64rem}
a{color:var(--link)}nav [aria-current]{font-weight:600;text-decoration:none}h2 a{color:inherit;text-decoration:none}h2{margin:3rem 0 .5rem;scroll-margin-top:1rem}
code{font:.9em ui-monospace,monospace;background:var(--soft);padding:.1em .3em;border-radius:4px;overflow-wrap:anywhere}
pre{background:var(--soft);padding:1rem;border-radius:8px;overflow:auto}pre code{background:none;padding:0}
table{width:100%;table-layout:fixed;border-collapse:collapse;margin:1rem 0;font-size:.92rem}caption{text-align:left;font-weight:600;padding:.25rem 0}
th,td{text-align:left;vertical-align:top;padding:.4rem .6rem .4rem 0;border-top:1px solid var(--line);font-weight:400}thead th{font-weight:600}caption~* th:first-child{width:34%}caption~* th:nth-child(2){width:22%}table:not(:has(caption)){table-layout:auto}
.route b{font-size:.8rem;padding:.15rem .5rem;border-radius:4px;background:light-dark(#dff0e3,#1d4428)}.facts{font-size:.92rem}
@media(max-width:50rem){body{display:block}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}}
`;
