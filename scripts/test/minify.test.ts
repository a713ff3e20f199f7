import { expect, it } from 'vitest';
import { minify } from '../build/minify.ts';

it('keeps the line by which a bundler knows a module of the client, as the first of the file', async () => {
  const code = `'use client';\nimport { useRef } from 'react';\nexport const held = () => useRef(1);\n`;
  expect(await minify(code, true)).toMatch(/^['"]use client['"];/);
});
