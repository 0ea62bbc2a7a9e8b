/** One line that is rewritten on a terminal; elsewhere a plain line every few seconds. */
export function createProgressLine(out: NodeJS.WriteStream): { show(text: string): void; end(): void } {
  const everyMs = out.isTTY ? 100 : 5000;
  let shownAt = performance.now();
  let onScreen = false;
  return {
    show(text) {
      const now = performance.now();
      if (now - shownAt < everyMs) return;
      shownAt = now;
      if (!out.isTTY) {
        out.write(`${text}\n`);
        return;
      }
      out.write(`\r\x1b[K${text}`);
      onScreen = true;
    },
    end() {
      if (onScreen) out.write('\r\x1b[K');
      onScreen = false;
    },
  };
}
