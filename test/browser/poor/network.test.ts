// A telephone at the edge of its network: 800 ms to the gateway, 30 KB a second, and connections that die before, in and
// after a reply. A whole story with a tool is finished, once, and at each moment the visitor reads how it stands.
// @module-tag outer

import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../doubles/seeded-random.ts';
import type { Heard } from '../../simulation/real-time/fault-proxy.ts';
import type { SocketFault } from '../../simulation/real-time/faults.ts';
import { shoot } from '../support/world.ts';
import { createFaultyWay, STORY, usePlaces } from './place.ts';

const SLOW = { offline: false, latency: 800, downloadThroughput: 30_000, uploadThroughput: 15_000 };
const CUTS: readonly SocketFault[] = [
  'request_lost',
  'response_lost',
  'head_cut',
  'body_cut',
  'half_close',
];
const LOSS = 0.25;
/** What may stand below a visitor's words until they are answered. */
const STATES =
  /Queued|Sending…|Sent|Checking whether this was sent|Replying…|Taking longer than usual|Reconnecting…|Waiting for your answer|No thanks|Working…|Adding to cart…|Finishing…|\d step/;

const createPlace = usePlaces();

describe('a visitor with a slow network that drops connections', () => {
  it('finishes a story in which nothing is doubled, and reads below each question how it stands', async () => {
    const random = createSeededRandom('edge of the network');
    const fault = ({ step }: Heard): SocketFault => {
      if (!random.chance(LOSS)) return 'none';
      return step === 'stream' ? 'stream_cut' : random.pick(CUTS);
    };
    const way = createFaultyWay({ random, choose: fault });
    const place = await createPlace({ script: STORY, through: way.through });
    const { visitor, page, cdp } = place;
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', SLOW);
    await place.visit();
    await visitor.open();

    const silent: string[] = [];
    /** Until the answer is there, what stands below the question says how it stands. */
    const ask = async (words: string, answer: string, meanwhile = async () => {}) => {
      await visitor.write(words);
      const isOver = Promise.all([meanwhile(), place.reads(answer)]).then(() => true);
      while (!(await Promise.race([isOver, page.waitForTimeout(100)]))) {
        const seen = await visitor.panel.innerText();
        // Until the parts that draw rows have come the words don't stand there, nor anything below them.
        const below = seen.slice(seen.lastIndexOf(words));
        if (seen.includes(words) && !STATES.test(below) && !below.includes(answer))
          silent.push(below);
      }
    };
    await ask('One', 'The first answer.');
    await ask('Put it into my cart', 'It lies in the cart.', () => visitor.answer('yes'));
    await shoot(page, 'poor-network');
    await ask('Three', 'The third answer.');

    expect(silent).toEqual([]);
    expect(await page.evaluate(() => localStorage.ran)).toBe('1');
    expect(await place.has('user.message')).toBe(3);
    expect(await place.has('user.tool_result')).toBe(1);
    for (const words of ['The first answer.', 'It lies in the cart.', 'The third answer.'])
      expect([words, await place.times(words)]).toEqual([words, 1]);
    expect(place.thrown()).toEqual([]);
    // The network was as poor as it was meant to be.
    expect(way.heard().filter(({ fault }) => fault !== 'none').length).toBeGreaterThan(3);
  });
});
