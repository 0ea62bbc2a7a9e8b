import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { UserConfig } from 'vite';

/** Also read by `npx vite console`, which serves the sources and passes the API on to a running server. */
const config: UserConfig = {
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: join(import.meta.dirname, 'dist'),
    target: 'es2022',
    // The content policy allows nothing inline, `data:` addresses included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': process.env.PANDECT_URL ?? 'http://127.0.0.1:8080' } },
};

export default config;
