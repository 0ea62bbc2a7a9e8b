import { brokenGround } from './broken-ground.ts';
import { kills } from './kills.ts';
import type { Section } from './section.ts';

/** In the order they run. */
export const sections: readonly Section[] = [kills, brokenGround];
