import type { JobModule } from '../start-service.ts';

/** The work this installation can do in worker threads. None yet: screening brings the first. */
export const jobModule: JobModule | undefined = undefined;
