// What the client for developers repeats, and what it leaves to its caller: on the reference gateway, behind a network that loses
// things, and on a gateway of before, which takes no names.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Fate,
  type LossyGateway,
  openLossyGateway,
  say,
} from '../../../test/doubles/lossy-gateway.ts';
import {
  createScriptedFetch,
  json,
  refusal,
  type Step,
} from '../../../test/doubles/scripted-fetch.ts';
import { createVirtualClock } from '../../../test/doubles/virtual-clock.ts';
import { createGatewayClient } from '../../client/gateway-client.ts';
import { createPatientClient } from '../../client/patient-client.ts';

let gateway: LossyGateway;
beforeAll(async () => {
  gateway = await openLossyGateway();
});
afterAll(() => gateway.close());

const PASSING: Fate[] = ['request lost', 'reply lost', 'reply cut', [429], [502], [503], [504]];
const methods = ({ asked }: { asked: { method: string }[] }) =>
  asked.map(({ method }) => method).join(' ');

describe('a read', () => {
  it.each(PASSING.map((fate) => [String(fate), fate] as const))(
    'that meets “%s” is asked again after a pause, and answered',
    async (_, fate) => {
      const session = await gateway.session();
      await session.ended(session.client.send(session.id, say('here')));
      const before = session.asked.length;
      session.meet('GET', fate);
      const page = await session.ended(session.client.list(session.id, { limit: 1 }));
      expect(page).toMatchObject({ value: { data: [{ type: 'user.message' }] } });
      const [first, second, ...more] = session.asked.slice(before);
      expect(more).toEqual([]);
      expect((second?.at ?? 0) - (first?.at ?? 0)).toBe(250);
    },
  );

  it('of several pages goes on at the page that failed', async () => {
    const session = await gateway.session();
    for (const text of ['1', '2', '3'])
      await session.ended(session.client.send(session.id, say(text)));
    const before = session.asked.length;
    session.meet('GET', 'passes', 'reply lost', [503]);
    const all = await session.ended(
      (async () => {
        let count = 0;
        for await (const event of session.client.listAll(session.id, { limit: 1 }))
          if (event.type === 'user.message') count += 1;
        return count;
      })(),
    );
    expect(all).toMatchObject({ value: 3 });
    expect(session.asked.length).toBeGreaterThan(before + 5);
  });

  it('waits for as long as the gateway asks, and not at all for longer than half a minute', async () => {
    const session = await gateway.session();
    session.meet('GET', [503, 7], 'passes', [429, 31]);
    await session.ended(session.client.list(session.id));
    expect(session.asked.map(({ at }) => at)).toEqual([0, 7_250]);
    const refused = await session.ended(session.client.list(session.id));
    expect(refused).toMatchObject({ reason: { code: 'rate_limited', retryAfterMs: 31_000 } });
    expect(session.asked).toHaveLength(3);
  });

  it('is tried three times, or as often as the caller says', async () => {
    for (const [tries, count] of [
      [undefined, 3],
      [1, 1],
      [5, 5],
    ] as const) {
      const session = await gateway.session(tries === undefined ? {} : { tries });
      session.meet('GET', ...Array.from({ length: 9 }, (): Fate => [503]));
      const end = await session.ended(session.client.list(session.id));
      expect(end).toMatchObject({ reason: { code: 'unavailable', isRetryable: true } });
      expect(session.asked).toHaveLength(count);
    }
  });

  it.each([[400], [403], [404], [409], [500]])(
    'that is refused with %i is not repeated',
    async (status) => {
      const session = await gateway.session();
      session.meet('GET', [status]);
      expect(await session.ended(session.client.list(session.id))).toMatchObject({
        reason: { status },
      });
      expect(session.asked).toHaveLength(1);
    },
  );

  it('that its caller gives up in a pause ends there', async () => {
    const session = await gateway.session();
    session.meet('GET', [503, 20]);
    const stop = new AbortController();
    const call = session.client.list(session.id, {}, { signal: stop.signal });
    await session.clock.advance(5_000);
    stop.abort();
    expect(await session.ended(call)).toMatchObject({ reason: { code: 'aborted' } });
    await session.clock.advance(60_000);
    expect(session.asked).toHaveLength(1);
  });

  it('of usage is repeated too', async () => {
    const { client, clock, network } = scripted(refusal(503), json({ nothing: true }));
    const call = client.analytics({ project_id: 'p', start_time: 1 });
    const failed = expect(call).rejects.toMatchObject({ code: 'bad_response' });
    await clock.advance(10_000);
    await failed;
    expect(network.calls).toHaveLength(2);
  });
});

describe('a send to a gateway that takes names', () => {
  const pairs = [...PASSING, 'passes' as Fate].flatMap((one) =>
    PASSING.map((two) => [`${one}, ${two}`, one, two] as const),
  );
  it.each(pairs)('that meets “%s” is stored once, and answered with it', async (_, one, two) => {
    const session = await gateway.session();
    session.meet('POST', one, two);
    const sent = await session.ended(session.client.send(session.id, say('once')));
    expect(sent).toMatchObject({
      value: [{ type: 'user.message', intent_id: expect.any(String) }],
    });
    expect(await session.stored()).toEqual(['once']);
    const names = session.asked.flatMap(({ body }) => body?.events?.[0]?.intent_id ?? []);
    expect(new Set(names).size).toBe(1);
  });

  it('asks once, before its first, whether the gateway is one', async () => {
    const session = await gateway.session();
    await session.ended(session.client.send(session.id, say('1')));
    await session.ended(session.client.send(session.id, say('2')));
    expect(methods(session)).toBe('GET POST POST');
    const other = await gateway.session();
    await other.ended(other.client.list(other.id));
    await other.ended(other.client.send(other.id, say('1')));
    expect(methods(other)).toBe('GET POST');
  });

  it('takes a result, whose reply was lost, for answered and for no conflict', async () => {
    const session = await gateway.session({
      agent: {
        client_tools: [{ name: 'look', description: 'Looks.', input_schema: { type: 'object' } }],
        script: [[{ call: [{ name: 'look', input: {} }] }]],
      },
    });
    await session.ended(session.client.send(session.id, say('go')));
    let tool_use_id = '';
    while (tool_use_id === '') {
      const page = await session.ended(session.client.list(session.id));
      const events = page.status === 'fulfilled' ? page.value.data : [];
      for (const event of events)
        if (event.type === 'session.status_idle')
          tool_use_id = event.content.tool_use_ids?.[0] ?? '';
    }
    session.meet('POST', 'reply lost');
    const block = { type: 'tool_result' as const, tool_use_id, content: 'seen' };
    const sent = await session.ended(
      session.client.send(session.id, [{ type: 'user.tool_result', content: [block] }]),
    );
    expect(sent).toMatchObject({ value: [{ type: 'user.tool_result' }] });
  });

  it('that was tried in vain may be sent again by its caller, under the caller’s own name', async () => {
    const session = await gateway.session();
    session.meet('POST', 'reply lost', 'reply lost', 'reply lost');
    const first = await session.ended(session.client.send(session.id, say('once', 'order-7')));
    expect(first).toMatchObject({ reason: { code: 'network', outcome: 'unknown' } });
    const again = await session.ended(session.client.send(session.id, say('once', 'order-7')));
    expect(again).toMatchObject({ value: [{ intent_id: 'order-7' }] });
    expect(await session.stored()).toEqual(['once']);
  });

  it('whose last try was refused says that an earlier one may have been applied', async () => {
    const session = await gateway.session();
    session.meet('POST', 'reply lost', [429], [429]);
    const end = await session.ended(session.client.send(session.id, say('maybe')));
    expect(end).toMatchObject({ reason: { code: 'rate_limited', outcome: 'unknown' } });
    const other = await gateway.session();
    other.meet('POST', [429], [429], [429]);
    const refused = await other.ended(other.client.send(other.id, say('no')));
    expect(refused).toMatchObject({ reason: { code: 'rate_limited', outcome: 'not_applied' } });
  });

  it('that is refused is not repeated', async () => {
    const session = await gateway.session();
    const end = await session.ended(session.client.send(session.id, []));
    expect(end).toMatchObject({ reason: { code: 'invalid_request', outcome: 'not_applied' } });
    expect(methods(session)).toBe('GET POST');
  });

  it('whose token has expired goes out with the next token', async () => {
    const session = await gateway.session();
    await session.ended(session.client.list(session.id));
    session.meet('POST', [401]);
    const plain = await session.ended(session.client.send(session.id, say('fixed')));
    expect(plain).toMatchObject({ reason: { code: 'unauthenticated' } });
    const renewing = await gateway.session({ badTokens: 1 });
    const sent = await renewing.ended(renewing.client.send(renewing.id, say('renewed')));
    expect(sent.status).toBe('fulfilled');
    expect(await renewing.stored()).toEqual(['renewed']);
  });

  it('makes no POST, and says so, if the gateway can’t be asked first', async () => {
    const session = await gateway.session();
    session.meet('GET', 'reply lost', 'reply lost', 'reply lost');
    const end = await session.ended(session.client.send(session.id, say('later')));
    expect(end).toMatchObject({ reason: { code: 'network', outcome: 'not_applied' } });
    expect(methods(session)).toBe('GET GET GET');
  });

  it('from a page that is going is one POST, at once', async () => {
    const session = await gateway.session();
    session.meet('POST', 'reply lost');
    const end = await session.ended(
      session.client.send(session.id, say('bye'), { keepalive: true }),
    );
    expect(end).toMatchObject({ reason: { outcome: 'unknown' } });
    expect(methods(session)).toBe('POST');
  });
});

describe('a send to a gateway that takes none', () => {
  it.each(PASSING.map((fate) => [String(fate), fate] as const))(
    'that meets “%s” is one POST without a name, and its caller hears of it',
    async (_, fate) => {
      const session = await gateway.session({ isOlder: true });
      session.meet('POST', fate);
      const end = await session.ended(session.client.send(session.id, say('perhaps')));
      expect(end.status).toBe('rejected');
      expect(methods(session)).toBe('GET POST');
      expect(JSON.stringify(session.asked)).not.toContain('intent_id');
    },
  );

  it('works as ever, and asks nothing besides after the first', async () => {
    const session = await gateway.session({ isOlder: true });
    for (const text of ['1', '2'])
      expect((await session.ended(session.client.send(session.id, say(text)))).status).toBe(
        'fulfilled',
      );
    expect(methods(session)).toBe('GET POST POST');
    expect(await session.stored()).toEqual(['1', '2']);
  });
});

function scripted(...steps: Step[]) {
  const network = createScriptedFetch(...steps);
  const clock = createVirtualClock();
  const random = { next: () => 0.5, id: () => 'name' };
  const credentials = { token: async () => 't', refresh: async () => 't' };
  const client = createPatientClient(
    createGatewayClient({
      baseUrl: 'https://gateway.example',
      fetch: network.fetch,
      clock,
      credentials,
    }),
    { clock, random },
  );
  return { client, clock, network };
}
