import { overload } from './overload.ts';
import { scaleOut } from './scale-out.ts';
import type { Section } from './section.ts';

/** In the order they run. */
export const sections: readonly Section[] = [scaleOut, overload];
