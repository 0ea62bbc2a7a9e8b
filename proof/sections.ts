import { fuzz } from './fuzz.ts';
import { hostile } from './hostile.ts';
import type { Section } from './section.ts';
import { tenants } from './tenants.ts';

/** In the order they run. */
export const sections: readonly Section[] = [fuzz, tenants, hostile];
