import { brokenGround } from './faults/broken-ground.ts';
import { kills } from './faults/kills.ts';
import { fuzz } from './hostile/fuzz.ts';
import { hostile } from './hostile/hostile.ts';
import { tenants } from './hostile/tenants.ts';
import { load } from './scale/load.ts';
import { overload } from './scale/overload.ts';
import { scaleOut } from './scale/scale-out.ts';
import { soak } from './scale/soak.ts';
import { supplyChain } from './scale/supply-chain.ts';
import type { Section } from './section.ts';

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
