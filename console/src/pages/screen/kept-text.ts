/**
 * The service does not give a submitted text back, so the tab that sent it keeps it: evidence is shown in
 * place. Gone with the tab, like the key.
 */
const prefix = 'pandect.text.';
/** Session storage holds some 5 MB; a text has at most 100,000 characters. */
const mostKept = 8;

export function keepText(jobId: string, text: string): void {
  const kept = Object.keys(sessionStorage)
    .filter((name) => name.startsWith(prefix))
    .sort(); // job ids sort by time
  for (const old of kept.slice(0, Math.max(0, kept.length - mostKept + 1))) sessionStorage.removeItem(old);
  try {
    sessionStorage.setItem(prefix + jobId, text);
  } catch {
    // full: the report shows the evidence without the text around it
  }
}

export function keptText(jobId: string): string | undefined {
  return sessionStorage.getItem(prefix + jobId) ?? undefined;
}
