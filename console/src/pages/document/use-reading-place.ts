import { useEffect, useState } from 'react';
import type { TextBlock } from '../../text/text-blocks.ts';

/** A block is being read once its top has passed this far under the top of the window. */
const readingLine = 110;

/** The block at the reading line, by its place in the list; follows the scrolling. */
export function useReadingPlace(blocks: readonly TextBlock[] | undefined): number {
  const [reading, setReading] = useState(0);
  useEffect(() => {
    if (!blocks) return;
    let frame = 0;
    const look = () => {
      frame = 0;
      let low = 0;
      let high = blocks.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        const element = document.getElementById(`b${blocks[middle]?.startByte}`);
        if ((element?.getBoundingClientRect().top ?? 0) <= readingLine) low = middle;
        else high = middle - 1;
      }
      setReading(low);
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [blocks]);
  return reading;
}
