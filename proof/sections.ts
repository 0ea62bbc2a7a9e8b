import { brokenGround } from './broken-ground.ts';
import { fuzz } from './fuzz.ts';
import { hostile } from './hostile.ts';
import { kills } from './kills.ts';
import { load } from './load.ts';
import { overload } from './overload.ts';
import { scaleOut } from './scale-out.ts';
import type { Section } from './section.ts';
import { soak } from './soak.ts';
import { supplyChain } from './supply-chain.ts';
import { tenants } from './tenants.ts';

/** In the order they run. */
export const sections: readonly Section[] = [
  scaleOut,
  kills,
  brokenGround,
  overload,
  fuzz,
  tenants,
  hostile,
  supplyChain,
  load,
  soak,
];
