import { defineConfig } from 'vitest/config';

/** The client in a real browser against a real server: see e2e/server.ts for what it needs. */
export default defineConfig({
  test: {
    include: ['e2e/**/*.test.ts'],
    globalSetup: ['e2e/server.ts'],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
