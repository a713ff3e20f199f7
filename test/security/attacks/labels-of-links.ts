// Labels of links that read as the address of another place, without the real host beside them.

import type { Attack, Field, Outcome } from './attack.ts';
import { createStage, ended, said } from './stage.ts';

const LABELS = [
  'bank.example',
  'login@bank.example',
  '192.168.0.1',
  'localhost',
  'intranet',
  ...'ꓸ﹒‧·・۔٠꘎ㆍ•,…'.split('').map((sign) => `to bank${sign}example now`),
  'to bank\u0323example now',
  'to ⓑⓐⓝⓚ now',
  'to bank\u200a.\u200aexample now',
  'sign in at bank/login',
  'sign in at bank／login',
];
const AROUND = [
  '[Go to bank](URL).example/login',
  'login@[the bank](URL)',
  '[Go to bank](URL)**.example**',
];

async function play(on: Field): Promise<Outcome> {
  const links = [...LABELS.map((label) => `[${label}](URL)`), ...AROUND];
  const text = links.map((link, at) => `- ${link.replace('URL', `https://evil.example/${at}`)}`);
  const stage = await createStage(on, {
    events: [
      said('u1', 'user.message', 'Hm?'),
      said('a1', 'agent.message', text.join('\n')),
      ended('i1'),
    ],
  });
  try {
    const shown = await stage.page.locator('.rich li').allTextContents();
    return {
      tries: links.length,
      through: links.filter((_, at) => !shown[at]?.includes('evil.example')),
    };
  } finally {
    await stage.close();
  }
}

export const LABELS_OF_LINKS: Attack = { name: 'labels of links name another host', play };
