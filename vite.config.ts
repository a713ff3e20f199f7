// Test projects. The build has its own script (scripts/build.ts), since it makes several things.

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  test: {
    // Vitest leaves one processor idle, which is half of a machine with two; and browser tests mostly wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // Some ask thousands of questions of a database, on a machine that does other work too.
          testTimeout: 20_000,
          include: ['test/**/*.test.ts'],
          exclude: ['test/ui/**', 'test/content/**', 'test/browser/**', 'test/simulation/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          environment: 'jsdom',
          testTimeout: 20_000,
          include: ['test/ui/**/*.test.{ts,tsx}', 'test/content/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          environment: 'node',
          include: ['test/simulation/**/*.test.ts'],
          // One has threads of its own, another is judged by real time.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
