// A desk that is opened while its gateway starts, or is away for a moment.

import { describe, expect, it } from 'vitest';
import type { Address } from '../edge/address.ts';
import { createDesk } from '../model/desk.ts';

const ME = { person_id: 'person_1', name: 'Anna', role: 'owner' };
const refused = () => Response.json({ error: { message: 'Sign in.' } }, { status: 401 });

/** Nobody listens until `answers` says what the gateway's answer to every call is. */
function open(fragment = '', at = '/desk') {
  const asked: string[] = [];
  let timers: (() => void)[] = [];
  let answer: Response | undefined;
  const address: Address = {
    path: () => at,
    query: () => '',
    takeFragment: () => fragment,
    go() {},
    leave() {},
    onBack() {},
  };
  const desk = createDesk({
    address,
    isVisible: () => true,
    passkeys: { isThere: false, make: async () => null, use: async () => null },
    after(_ms, work) {
      timers.push(work);
      return () => {
        timers = timers.filter((one) => one !== work);
      };
    },
    async fetch(input, init) {
      asked.push(`${init?.method ?? 'GET'} ${String(input)} ${String(init?.body ?? '')}`.trim());
      if (answer === undefined) throw new TypeError('Failed to fetch');
      return answer.clone();
    },
  });
  return {
    desk,
    asked,
    answers: (reply: Response) => {
      answer = reply;
    },
    /** Lets every pause end, and what follows it go on. */
    async pass() {
      const due = timers;
      timers = [];
      for (const work of due) work();
      await settled();
    },
  };
}

const settled = () => new Promise<void>((done) => setImmediate(done));

describe('a desk whose gateway is away', () => {
  it('goes on by itself once it answers, past one that is starting', async () => {
    const { desk, answers, pass } = open();
    await desk.start();
    expect(desk.phase.value).toBe('away');
    await pass();
    expect(desk.phase.value).toBe('away');
    answers(new Response('The gateway is starting.', { status: 503 }));
    await pass();
    expect(desk.phase.value).toBe('away');
    answers(Response.json(ME));
    await pass();
    expect(desk.phase.value).toBe('in');
    expect(desk.me.value?.name).toBe('Anna');
  });

  it('keeps the link that signs in until then', async () => {
    const { desk, asked, answers, pass } = open('link=bhl_once');
    await desk.start();
    answers(Response.json(ME));
    await pass();
    expect(desk.phase.value).toBe('in');
    const attempts = asked.filter((call) => call.includes('bhl_once'));
    expect(attempts).toHaveLength(2);
  });

  it('asks at once where somebody wants that, and once only', async () => {
    const { desk, asked, answers, pass } = open();
    await desk.start();
    answers(refused());
    desk.retry();
    await settled();
    expect(desk.phase.value).toBe('out');
    const before = asked.length;
    desk.retry();
    await pass();
    expect(asked).toHaveLength(before);
  });
});

describe('a desk that is opened', () => {
  it('asks for the list and the conversation while the gateway says who this is', async () => {
    const { desk, asked } = open('', '/desk/conversations/ses_1');
    const started = desk.start();
    expect(asked).toEqual([
      'GET /admin/desk/me',
      'GET /admin/conversations?limit=30',
      'GET /admin/conversations/ses_1',
      'GET /admin/conversations/ses_1/events',
      'GET /admin/conversations/ses_1/notes',
    ]);
    await started;
  });

  it('reads them again once a gateway that was away is there', async () => {
    const { desk, asked, answers, pass } = open('', '/desk/conversations/ses_1');
    await desk.start();
    await settled();
    expect([desk.phase.value, desk.conversation.error.value]).toEqual(['away', null]);
    asked.length = 0;
    answers(Response.json({ ...ME, data: [], counts: {}, next_page: null }));
    await pass();
    expect(desk.phase.value).toBe('in');
    expect(asked).toContain('GET /admin/conversations/ses_1');
  });

  it('asks once how one signs in, and shows nothing of who was there before', async () => {
    const { desk, asked, answers } = open();
    answers(Response.json({ ...ME, data: [{ session_id: 'ses_1' }], counts: {}, next_page: null }));
    await desk.start();
    await settled();
    expect(desk.inbox.items.value).toHaveLength(1);
    answers(refused());
    await Promise.all([desk.inbox.refresh(), desk.conversation.open('ses_1')]);
    await settled();
    expect([desk.phase.value, desk.inbox.items.value, desk.inbox.error.value]).toEqual([
      'out',
      null,
      null,
    ]);
    expect(asked.filter((call) => call === 'GET /admin/desk/sign-in')).toHaveLength(1);
  });
});

describe('a desk that is opened by a link', () => {
  const forbidden = () => Response.json({ error: { message: 'Elsewhere.' } }, { status: 403 });
  it.each([
    ['link=bhl_used', refused(), 'link-used'],
    ['link=bhl_cut%', refused(), 'link-used'],
    ['link=', refused(), 'link-used'],
    ['link=bhl_far', forbidden(), 'link-elsewhere'],
    ['', refused(), null],
  ])('at #%s says why it doesn’t sign in', async (fragment, answer, expected) => {
    const { desk, answers } = open(fragment);
    answers(answer);
    await desk.start();
    await settled();
    expect([desk.phase.value, desk.lastVisit.value]).toEqual(['out', expected]);
  });
});
