// Four of the ten journeys, heard by Orca itself in Firefox: what it would speak, in this order. Other things that it says
// of the browser stand between, such as the page's title. And an answer that an Orca without time comes to late.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../browser/support/visitor.ts';
import { OUTER } from '../../rings.ts';
import { createFirefox } from '../firefox.ts';
import type { Engine } from '../hand.ts';
import { setScene } from '../scene.ts';
import { type Ears, missingForEars, openEars } from './ears.ts';
import { EAR_JOURNEYS } from './journeys.ts';
import { missingOrca, type Orca, startOrca } from './orca.ts';
import { arrive, type EarJourney } from './stage.ts';

/** By look, what must have been spoken. */
type Looks = Readonly<Record<string, readonly string[]>>;

const OPENING = 'Chat dialog';
/** By journey. What it says of the field depends on whether the visitor writes already. */
const HEARD: Readonly<Record<string, Looks>> = {
  open: {
    'before it is opened': [],
    'once it is open': [OPENING, 'Message entry Write a message.'],
  },
  'read an answer as it comes': {
    'while it comes': [OPENING, 'Replying…'],
    'once it is there': ['You can return it within 30 days. Bring the slip.', '1 source'],
  },
  approve: {
    'while it asks': [OPENING, 'Add to cart: mug, 2?'],
    'once it was allowed': ['Two mugs are in your cart.'],
  },
  error: { 'once it has failed': [OPENING, 'Something went wrong.'] },
};

const journeyOf = (name: string): EarJourney => {
  const journey = EAR_JOURNEYS.find((one) => one.name === name);
  if (journey === undefined) throw new Error(`There is no journey “${name}”.`);
  return journey;
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

  async function hear(journey: EarJourney, looks: Looks): Promise<void> {
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
      console.log(`${journey.name}:\n${orca.spoken.slice(from).join('\n')}`);
      await end();
    }
  }

  it.each(Object.entries(HEARD))('speaks what is to be known: %s', (name, looks) =>
    hear(journeyOf(name), looks),
  );

  it('speaks an answer and its sources, although it has no time while they come', async () => {
    const { script } = journeyOf('read an answer as it comes');
    const late: EarJourney = {
      name: 'an answer that is listened to late',
      script,
      async play({ guest, look }) {
        await guest.open();
        await guest.write('How long can I return it?');
        await look('before');
        await guest.reads('30 days');
        await orca.busyDuring(async () => {
          await guest.reads('Bring the slip.');
          // By now “1 source” has been said too.
          await new Promise((resolve) => setTimeout(resolve, 2_000));
        });
        await look('after');
      },
    };
    await hear(late, {
      before: [OPENING, 'Replying…'],
      after: ['You can return it within 30 days. Bring the slip.', '1 source'],
    });
  });
});
