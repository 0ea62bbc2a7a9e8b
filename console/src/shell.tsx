import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from './api/session.tsx';
import { ShortcutHelp } from './keys/shortcut-help.tsx';
import { useShortcut } from './keys/shortcuts.tsx';
import { sections } from './pages.ts';
import { Icon, type IconName } from './parts/icon.tsx';
import { go, usePlace } from './router/place.ts';
import { applyTheme, readTheme, type Theme, themes } from './theme.ts';

/** What stands around every page: the navigation and the reader's own settings. */
export function Shell(props: { readonly section: string | undefined; readonly children: ReactNode }) {
  const { path } = usePlace();
  const { signOut } = useSession();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const firstPath = useRef(path);

  // After a move the focus goes to the new page, as it would with pages of a server.
  useEffect(() => {
    setOpen(false);
    if (firstPath.current === path) return;
    firstPath.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="shell">
      <button type="button" className="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header className="bar">
        <a className="brand" href="/ask">
          Pandect
        </a>
        <button
          type="button"
          className="quiet menu-button"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" /> Menu
        </button>
        <div id="navigation" className={open ? 'navigation open' : 'navigation'}>
          <nav aria-label="Pages">
            <ul>
              {sections.map(({ path: to, label, letter }) => (
                <li key={to}>
                  <GoShortcut letter={letter} label={label} to={to} />
                  <a href={to} {...(props.section === to && { 'aria-current': 'page' })}>
                    <Icon name={iconOf(to)} />
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div className="settings">
            <a className="quiet button" href="/docs">
              API reference
            </a>
            <ThemeChoice />
            <ShortcutHelp />
            <button type="button" className="quiet" onClick={signOut}>
              Sign out
            </button>
          </div>
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        {props.children}
      </main>
    </div>
  );
}

function iconOf(path: (typeof sections)[number]['path']): IconName {
  const names = {
    '/ask': 'ask',
    '/library': 'library',
    '/playbooks': 'playbooks',
    '/screen': 'screen',
    '/jobs': 'jobs',
    '/tickets': 'tickets',
    '/keys': 'keys',
  } as const;
  return names[path];
}

function GoShortcut({ letter, label, to }: { letter: string; label: string; to: string }) {
  useShortcut(`g ${letter}`, `go to ${label}`, () => go(to));
  return null;
}

function ThemeChoice() {
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  useShortcut('d', 'light, dark or as the system', () =>
    choose(themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'),
  );
  return (
    <label className="theme">
      <span>Theme</span>
      <select
        value={theme}
        onChange={(event) => choose(themes.find((one) => one === event.target.value) ?? 'system')}
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  );
}
