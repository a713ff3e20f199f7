// Other people's pages in Firefox, by the hand that plays the journeys of test/engines.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { ensureFolder } from '../../scripts/setup.mjs';
import { startReferenceGateway } from '../browser/support/reference-gateway.ts';
import { createWorld } from '../browser/support/world.ts';
import { createFirefox } from '../engines/firefox.ts';
import type { Engine } from '../engines/hand.ts';
import { OUTER } from '../rings.ts';
import { writeVisit } from './engines-table.ts';
import type { HostPage } from './host-page.ts';
import { PLAIN } from './hosts/plain.ts';
import { HOST_PAGES } from './hosts.ts';
import type { Look } from './look.ts';
import { SCRIPT, serveLibraries } from './stay.ts';
import { PROMISES } from './table.ts';
import { type Visit, visit } from './visit.ts';

async function visitIn(engine: Engine, host: HostPage, plain: Look | null): Promise<Visit> {
  const world = await createWorld(await startReferenceGateway({ script: SCRIPT }));
  serveLibraries(world, host);
  try {
    return await visit(host, { engine, world, plain });
  } finally {
    await world.close();
  }
}

/** Scrollbars that take no room, as Chromium's driver has them: else the chat stands elsewhere where a page can't scroll. */
const engine = createFirefox({
  extraPrefsFirefox: {
    'ui.useOverlayScrollbars': 1,
    'layout.css.prefers-color-scheme.content-override': 1,
    'browser.translations.enable': false,
  },
});

const missing = engine.missing();
if (missing !== null) console.log(`${missing} Its tests are left out.`);

describe.skipIf(missing !== null)(`in ${engine.name} the chat on a page of`, OUTER, () => {
  let plain: Look;
  beforeAll(async () => {
    ensureFolder('test/pages');
    plain = (await visitIn(engine, PLAIN, null)).look;
  });
  afterAll(() => engine.close());

  it.each(HOST_PAGES)('$name looks and works as on a plain one', async (host) => {
    const absent = host.missing?.() ?? null;
    if (absent !== null) return void console.warn(`Not seen: ${host.name}, since ${absent}.`);
    const { faults } = await visitIn(engine, host, plain);
    const broken = PROMISES.filter((promise) => faults[promise] !== undefined);
    writeVisit(engine, host.name, broken);
    expect(faults).toEqual({});
  });
});
