// `npm run test:wordpress`: everything about the plugin, one WordPress after the other.

import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { jsx } from '../scripts/build/jsx.ts';

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  plugins: [jsx()],
  test: {
    name: 'wordpress',
    environment: 'node',
    include: ['wordpress/tests/**/*.test.ts', 'test/browser/wordpress.test.ts'],
    fileParallelism: false,
    tags: [{ name: 'outer', description: 'All of these are: `npm run test:all` plays them.' }],
    // A test may set up a network of sites, by PHP, on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
