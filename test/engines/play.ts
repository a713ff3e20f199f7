// Plays every journey in one engine, and notes what was seen for the table (table.ts).

import { afterAll, afterEach, describe, it } from 'vitest';
import { PATIENCE_MS } from '../browser/support/browser.ts';
import { OUTER } from '../rings.ts';
import type { Engine } from './hand.ts';
import { JOURNEYS } from './journeys.ts';
import { setScene } from './scene.ts';
import { type Column, writeColumn } from './table.ts';

/** As other tests have it: longer than what waits in a journey. */
const STUCK_MS = 1.2 * PATIENCE_MS;

export function playIn(engine: Engine): void {
  const missing = engine.missing();
  if (missing !== null) console.log(`${missing} Its tests are left out.`);

  describe.skipIf(missing !== null)(`in ${engine.name}`, OUTER, () => {
    const column: Column = { engine: engine.name, version: '', notes: [], cells: {} };
    for (const { title, needs, script, length = 1, gap, play } of JOURNEYS) {
      const isImpossible = needs !== undefined && !engine.can.includes(needs);
      column.cells[title] = isImpossible ? 'not possible with its driver' : 'not seen';
      it.skipIf(isImpossible)(title, { timeout: length * STUCK_MS }, async () => {
        // Until it has ended well.
        column.cells[title] = 'broken';
        const { scene, end } = await setScene(engine, script);
        try {
          const lack = (await gap?.(scene)) ?? null;
          if (lack !== null) {
            column.cells[title] = 'lacking';
            return engine.note(`“${title}” is not held, since ${lack}`);
          }
          await play(scene);
          column.cells[title] = 'held';
        } finally {
          await end();
        }
      });
    }
    // After each, since a run may be ended in the middle.
    afterEach(() => {
      column.version = engine.version();
      column.notes = engine.notes();
      writeColumn(column);
    });
    afterAll(() => engine.close());
  });
}
