import { describe, expect, it } from 'vitest';
import { waitForGateway } from '../../site/wait-for-gateway.ts';

const refused = () =>
  new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });

function create(replies: (Response | Error)[]) {
  let asked = 0;
  let sleptMs = 0;
  let timesAway = 0;
  const ask = waitForGateway({
    async fetch() {
      const reply = replies[Math.min(asked, replies.length - 1)];
      asked += 1;
      if (reply instanceof Response) return reply;
      throw reply;
    },
    async sleep(ms) {
      sleptMs += ms;
    },
    onAway() {
      timesAway += 1;
    },
  });
  return {
    ask: () => ask('http://gateway.test/admin/sessions', { method: 'POST' }),
    facts: () => ({ asked, sleptMs, timesAway }),
  };
}

describe('a request of the shop to the gateway', () => {
  it('waits for one that is not there yet, then for one that starts, and says so once', async () => {
    const starting = new Response('The gateway is starting.', { status: 503 });
    const { ask, facts } = create([refused(), refused(), starting, new Response('made')]);
    expect(await (await ask()).text()).toBe('made');
    expect(facts()).toEqual({ asked: 4, sleptMs: 1500, timesAway: 1 });
  });

  it('is given up before the widget gives up the shop', async () => {
    const { ask, facts } = create([refused()]);
    await expect(ask()).rejects.toThrow('fetch failed');
    expect(facts().sleptMs).toBe(15_000);
  });

  it('is not sent again where the gateway may have got it', async () => {
    const broken = new TypeError('fetch failed', { cause: new Error('other side closed') });
    const { ask, facts } = create([broken, new Response('twice')]);
    await expect(ask()).rejects.toThrow('fetch failed');
    expect(facts().asked).toBe(1);
  });

  it('brings any other refusal at once', async () => {
    const { ask, facts } = create([new Response('', { status: 429 })]);
    expect((await ask()).status).toBe(429);
    expect(facts().asked).toBe(1);
  });
});
