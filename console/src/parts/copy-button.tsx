import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';

export function CopyButton(props: {
  readonly text: () => string;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    setSaid((await copyText(props.text())) ? 'Copied' : 'Could not copy');
    setTimeout(() => setSaid(''), 2000);
  };
  return (
    <button type="button" className={props.className ?? 'quiet'} onClick={() => void copy()}>
      <Icon name="copy" />
      <span aria-live="polite">{said === '' ? props.children : said}</span>
    </button>
  );
}

/** The clipboard needs https or localhost; on a plain http address the older way still works. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // refused by a policy: the older way may still be allowed
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
