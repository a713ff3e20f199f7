// Test projects. The build has its own script (scripts/build.ts), since it makes several things.

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { jsx } from './scripts/build/jsx.ts';
import { leanPreact } from './scripts/build/trim-preact.ts';

/** No test is about speed: what takes this long is stuck, on the busiest machine too. */
const STUCK_MS = 360_000;
const TIMES = { testTimeout: STUCK_MS, hookTimeout: STUCK_MS };
/** Files share a thread and what they import: their parts take all that changes as arguments. */
const SHARED = { pool: 'threads' as const, isolate: false, setupFiles: ['test/chance.ts'] };
/** These replace modules, or ask what the first import of one does. */
const ALONE = ['src/test/ui/later-tools.test.tsx', 'src/test/ui/without-parts.test.tsx'];

export default defineConfig({
  plugins: [jsx()],
  test: {
    // Vitest leaves one processor idle, which is half of a machine with two; and browser tests mostly wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    tags: [
      { name: 'outer', description: '`npm test` leaves it out, `npm run test:all` plays it.' },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          ...TIMES,
          ...SHARED,
          include: [
            'test/**/*.test.ts',
            '{src,gateway,desk,demo,docs,scripts,bench,create}/test/**/*.test.ts',
          ],
          exclude: [
            'src/test/ui/**',
            'src/test/content/**',
            'test/browser/**',
            'test/engines/**',
            'test/pages/**',
            'test/app-servers/**',
            'test/simulation/**',
            'scripts/test/build/**',
            'create/test/created.test.ts',
          ],
        },
      },
      {
        extends: true,
        plugins: [leanPreact()],
        test: {
          name: 'component',
          environment: 'jsdom',
          // As the build ships it.
          server: { deps: { inline: [/preact/] } },
          ...TIMES,
          ...SHARED,
          include: ['src/test/ui/**/*.test.{ts,tsx}', 'src/test/content/**/*.test.{ts,tsx}'],
          exclude: ALONE,
        },
      },
      {
        extends: true,
        test: {
          name: 'component alone',
          environment: 'jsdom',
          ...TIMES,
          include: ALONE,
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          environment: 'node',
          ...TIMES,
          include: ['test/simulation/**/*.test.ts'],
          // One has threads of its own, another is judged by real time.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'build',
          environment: 'node',
          ...TIMES,
          include: ['scripts/test/build/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'created',
          environment: 'node',
          ...TIMES,
          testTimeout: 1_200_000,
          include: ['create/test/created.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          environment: 'node',
          ...TIMES,
          // Files share a process and what they import.
          pool: 'forks',
          isolate: false,
          include: ['test/browser/**/*.test.ts'],
          // `npm run test:wordpress` plays it: it fetches a WordPress as soon as it is read.
          exclude: ['test/browser/wordpress.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          environment: 'node',
          ...TIMES,
          include: ['test/engines/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'ears',
          environment: 'node',
          ...TIMES,
          include: ['test/engines/ears/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'node',
          ...TIMES,
          // The packages of the pages lie in the folder too.
          include: ['test/pages/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'app servers',
          environment: 'node',
          ...TIMES,
          include: ['test/app-servers/*.test.ts'],
        },
      },
    ],
  },
});
