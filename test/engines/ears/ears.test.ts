// Ten journeys by ear: what Firefox and Chromium tell a screen reader through AT-SPI is what was approved
// (texts/*.txt). EARS_UPDATE=1 approves what is told now; read the difference as somebody who can't see.

import { afterAll, describe, it } from 'vitest';
import { OUTER } from '../../rings.ts';
import { createChromium } from '../chromium.ts';
import { createFirefox } from '../firefox.ts';
import type { Engine } from '../hand.ts';
import { type Ears, missingForEars, openEars } from './ears.ts';
import { EAR_JOURNEYS } from './journeys.ts';
import { playByEar } from './stage.ts';

const BROWSERS: readonly [string, (env: Record<string, string>) => Engine, string | null][] = [
  ['Firefox', (env) => createFirefox({ headless: false, env }), createFirefox().missing()],
  [
    'Chromium',
    (env) => createChromium({ headless: false, env, args: ['--force-renderer-accessibility'] }),
    createChromium().missing(),
  ],
];

for (const [name, create, lacks] of BROWSERS) {
  const missing = missingForEars() ?? lacks;
  if (missing !== null) console.log(`${missing} What ${name} tells is left out.`);

  describe.skipIf(missing !== null)(`by ear, in ${name}`, OUTER, () => {
    let opening: Promise<{ ears: Ears; engine: Engine }> | undefined;
    const open = async () => {
      const ears = await openEars();
      return { ears, engine: create({ ...definedOnly(process.env), ...ears.env }) };
    };
    for (const journey of EAR_JOURNEYS) {
      it(`${journey.name}: tells what was approved`, async () => {
        opening ??= open();
        const { ears, engine } = await opening;
        await playByEar(journey, engine, ears);
      });
    }
    afterAll(async () => {
      const opened = await opening;
      await opened?.engine.close();
      await opened?.ears.close();
    });
  });
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
