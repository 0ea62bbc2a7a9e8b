/** `system` follows the machine. Kept between visits: unlike the key, it tells nothing. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageName = 'pandect.theme';

export function readTheme(): Theme {
  const kept = localStorage.getItem(storageName);
  return themes.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(theme: Theme = readTheme()): void {
  localStorage.setItem(storageName, theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
