// A text goes out in pieces: many pictures with short addresses, of an origin from where pictures may load.

import type { Attack, Field, Outcome } from './attack.ts';
import { createStage, ended, PICTURES, said } from './stage.ts';

const PIECES = 44;
/** What docs/security/widget.md allows. */
const ALLOWED_CHARS = 500;

async function play(on: Field): Promise<Outcome> {
  const piece = (at: number) => `![x](${PICTURES}/${'secret-'.repeat(13)}${at})`;
  const half = (from: number) =>
    Array.from({ length: PIECES / 2 }, (_, at) => piece(from + at)).join(' ');
  const stage = await createStage(on, {
    events: [
      said('u1', 'user.message', 'Hm?'),
      said('a1', 'agent.message', half(0)),
      ended('i1'),
      said('u2', 'user.message', 'And?'),
      said('a2', 'agent.message', half(PIECES / 2)),
      ended('i2'),
    ],
  });
  try {
    await stage.reload();
    const addresses = [...new Set(stage.pictures)];
    const chars = addresses.reduce((sum, { length }) => sum + length - PICTURES.length, 0);
    const isMuch = chars > ALLOWED_CHARS;
    return {
      tries: PIECES,
      through: isMuch ? [`${chars} characters in ${addresses.length} pictures`] : [],
    };
  } finally {
    await stage.close();
  }
}

export const PICTURES_IN_PIECES: Attack = { name: 'pictures carry a text out in pieces', play };
