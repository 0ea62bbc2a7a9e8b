import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    globalSetup: './test/global-setup.ts',
    include: ['{contract,client,console,server,test}/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Services, threads and databases: real isolation, and no more processes than there are cores.
    pool: 'forks',
  },
});
