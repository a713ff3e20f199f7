// What only a browser with a layout can show: focus, the dialog's two ways, scrolling, trusted events, files,
// what is heard. Each journey says in words what went wrong.

import { type Gallery, inPairs, MODES, type Mode } from './browse.ts';
import { CARDS } from './journeys/cards.ts';
import { ENLARGED } from './journeys/enlarged.ts';
import { FITTING } from './journeys/fitting.ts';
import { FOCUS } from './journeys/focus.ts';
import { HANDS } from './journeys/hands.ts';
import { READING } from './journeys/reading.ts';

const JOURNEYS = [...CARDS, ...FOCUS, ...READING, ...HANDS, ...ENLARGED, ...FITTING];

const mode = (name: string): Mode => MODES.find((one) => one.name === name) ?? (MODES[0] as Mode);

/**
 * Makes the journeys that `isWanted` picks.
 * @returns one line for each thing that isn't as it should be, and how many journeys were made.
 */
export async function travel(
  gallery: Gallery,
  isWanted: () => boolean = () => true,
): Promise<{ problems: string[]; count: number }> {
  const problems: string[] = [];
  const journeys = JOURNEYS.filter(isWanted);
  await inPairs(journeys, async (journey) => {
    const how = `&focus${journey.isLive ? '&live' : ''}`;
    const page = await gallery.show(journey.state, mode(journey.mode), how);
    try {
      await journey.run(page, (isTrue, what) => {
        if (!isTrue) problems.push(`${journey.name}: not so: ${what}`);
      });
    } catch (reason) {
      problems.push(`${journey.name}: ${reason}`);
    }
    await page.context().close();
  });
  return { problems, count: journeys.length };
}
