// Characters that turn a text around, in what the visitor wrote, in the reference of an error, in the owner's view.

import type { Attack, Field, Outcome } from './attack.ts';
import { createStage, ended, said } from './stage.ts';

const SIGNS = ['\u202a', '\u202b', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068'];

async function play(on: Field): Promise<Outcome> {
  const turned = `a${SIGNS.join('b')}c`;
  const stage = await createStage(on, {
    attributes: { debug: '' },
    events: [
      said('u1', 'user.message', `See ${turned}`),
      said('a1', 'agent.message', '**Yes.**'),
      ended('i1'),
      said('u2', 'user.message', 'And?'),
      {
        ...said(`e ${turned}`, 'agent.message', ''),
        type: 'session.error',
        content: { code: 'internal_error', text: turned, request_id: `req ${turned}` },
      },
    ],
  });
  try {
    const { page } = stage;
    await page.locator('.menu-button').click();
    await page.getByRole('menuitem', { name: 'Owner' }).click();
    await page.locator('.debug-row').first().waitFor({ timeout: 300_000 });
    const through: string[] = [];
    for (const place of ['.bubble', '.turn-end', '.debug']) {
      const text = (await page.locator(place).allTextContents()).join('\n');
      for (const sign of SIGNS)
        if (text.includes(sign)) through.push(`${place} U+${sign.charCodeAt(0).toString(16)}`);
    }
    return { tries: 3 * SIGNS.length, through };
  } finally {
    await stage.close();
  }
}

export const OVERRIDES: Attack = { name: 'texts are turned around', play };
