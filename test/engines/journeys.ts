// Every journey that is played in every engine, in the order of the table in docs/engines.md.

import { CARDS } from './journeys/cards.ts';
import { OTHER_HANDS } from './journeys/hands.ts';
import { KEYS_ALONE } from './journeys/keys.ts';
import { LOOKS } from './journeys/looks.ts';
import { OLDER } from './journeys/older.ts';
import { PAGE } from './journeys/page.ts';
import { TALK } from './journeys/talk.ts';
import { WHEEL } from './journeys/wheel.ts';
import type { Journey } from './scene.ts';

export const JOURNEYS: readonly Journey[] = [
  ...TALK,
  ...CARDS,
  ...KEYS_ALONE,
  ...OTHER_HANDS,
  ...WHEEL,
  ...PAGE,
  ...OLDER,
  ...LOOKS,
];
