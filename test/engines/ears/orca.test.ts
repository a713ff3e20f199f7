// Three of the ten journeys, heard by Orca itself in Firefox: what it would speak, in this order. Other things that it says
// of the browser stand between, such as the page's title.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../browser/support/visitor.ts';
import { OUTER } from '../../rings.ts';
import { createFirefox } from '../firefox.ts';
import type { Engine } from '../hand.ts';
import { setScene } from '../scene.ts';
import { type Ears, missingForEars, openEars } from './ears.ts';
import { EAR_JOURNEYS } from './journeys.ts';
import { missingOrca, type Orca, startOrca } from './orca.ts';
import { arrive } from './stage.ts';

const OPENING = ['Chat dialog', 'Message entry Write a message.'];
/** By journey, what must have been spoken at each look. */
const HEARD: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  open: { 'before it is opened': [], 'once it is open': OPENING },
  approve: {
    'while it asks': [...OPENING, 'Allow “Add to cart”?'],
    'once it was allowed': ['Two mugs are in your cart.'],
  },
  error: { 'once it has failed': [...OPENING, 'Something went wrong.'] },
};

const missing = missingForEars() ?? missingOrca() ?? createFirefox().missing();
if (missing !== null) console.log(`${missing} What Orca speaks is left out.`);

describe.skipIf(missing !== null)('by Orca, in Firefox', OUTER, () => {
  let ears: Ears;
  let orca: Orca;
  let engine: Engine;
  beforeAll(async () => {
    ears = await openEars();
    orca = await startOrca(ears.env);
    engine = createFirefox({ headless: false, env: { ...process.env, ...ears.env } });
  });
  afterAll(async () => {
    await engine?.close();
    orca?.close();
    await ears?.close();
  });

  it.each(Object.entries(HEARD))('speaks what is to be known: %s', async (name, looks) => {
    const journey = EAR_JOURNEYS.find((one) => one.name === name);
    if (journey === undefined) throw new Error(`There is no journey “${name}”.`);
    const { scene, end } = await setScene(engine, journey.script);
    const from = orca.spoken.length;
    let next = from;
    const hears = async (line: string): Promise<void> => {
      const at = await until(`Orca to say “${line}”, after\n${orca.spoken.join('\n')}`, () => {
        const found = orca.spoken.indexOf(line, next);
        return found === -1 ? null : { found };
      });
      next = at.found + 1;
    };
    try {
      const guest = await arrive(journey, scene);
      await hears('Finished loading Shop.');
      const seen: string[] = [];
      const look = async (what: string): Promise<void> => {
        seen.push(what);
        for (const line of looks[what] ?? []) await hears(line);
      };
      await journey.play({ guest, world: scene.world, look });
      expect(seen).toEqual(Object.keys(looks));
    } finally {
      console.log(`${name}:\n${orca.spoken.slice(from).join('\n')}`);
      await end();
    }
  });
});
