// Each guard of the plugin, in a real WordPress: it holds; and the plugin without it is caught by the same test.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ground, openGround } from './guards/ground.ts';
import { ownerGuards } from './guards/owners.ts';
import { plantedGuards } from './guards/planted.ts';
import { visitorGuards } from './guards/visitors.ts';
import { reasonToSkip } from './support.ts';

const GUARDS = [...ownerGuards, ...visitorGuards, ...plantedGuards];
const MUTANTS = GUARDS.flatMap((guard) => guard.mutants.map((mutant) => ({ guard, ...mutant })));

describe.skipIf(reasonToSkip() !== null)('the plugin', () => {
  let ground: Ground;
  beforeAll(async () => {
    ground = await openGround();
  });
  afterAll(() => ground?.close());
  beforeEach(() => ground.reset());

  describe('promises:', () => {
    afterEach(() => expect(ground.site.debugLog()).toBe(''));

    for (const { promise, holds } of GUARDS) it(promise, () => holds(ground));
  });

  describe('is caught', () => {
    for (const { guard, without, file, from, to } of MUTANTS) {
      it(`without ${without}`, async () => {
        const path = join(ground.site.dir, 'wp-content/plugins/bellhop', file);
        const whole = readFileSync(path, 'utf8');
        expect(whole.split(from)).toHaveLength(2);
        writeFileSync(
          path,
          whole.replace(from, () => to),
        );
        try {
          await expect(guard.holds(ground)).rejects.toThrow();
          // It was the guard that was missed, not a semicolon.
          expect(ground.site.debugLog()).not.toMatch(/PHP (Parse|Fatal)/);
        } finally {
          writeFileSync(path, whole);
        }
      });
    }
  });
});
