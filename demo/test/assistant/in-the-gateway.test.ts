import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type SessionHandle } from '../../../gateway/test/harness.ts';
import { createConcierge } from '../../assistant/concierge.ts';
import { BY_WORDS } from '../../assistant/meaning.ts';
import { createShop, DOCUMENTS, openPage, TOOLS, without } from '../shop.ts';

let harness: Harness;
let collection_id: string;

beforeAll(async () => {
  harness = await createHarness({ agents: { concierge: createConcierge(BY_WORDS) } });
  const reply = await harness.admin('POST', '/admin/collections', { documents: DOCUMENTS });
  collection_id = reply.body.collection_id;
});
afterAll(() => harness.close());

/** The concierge takes its time; here time is ours. */
async function playThrough() {
  let isDone = false;
  const settled = harness.settled().then(() => {
    isDone = true;
  });
  while (!isDone) {
    await harness.clock.advance(50);
    // The database and the search (in a worker) work in real time. The clock doesn't run ahead of them: a run ends after
    // ten minutes of it.
    await setTimeout(1);
  }
  await settled;
}

/** Answers what the session waits for, as the page would, until it waits no more. */
async function serve(session: SessionHandle) {
  const shop = createShop();
  await playThrough();
  for (
    let pending = await session.pending();
    pending.length > 0;
    pending = await session.pending()
  ) {
    const calls = (await session.events())
      .filter((event) => event.type === 'agent.tool_use')
      .flatMap(
        (event) =>
          event.content as unknown as {
            id: string;
            name: string;
            input: Record<string, unknown>;
          }[],
      );
    const content = await Promise.all(
      pending.map(async (id) => {
        const call = calls.find((one) => one.id === id);
        const result = await shop[call?.name ?? '']?.(call?.input ?? {});
        return { type: 'tool_result', tool_use_id: id, ...result };
      }),
    );
    expect((await session.send([{ type: 'user.tool_result', content }])).status).toBe(200);
    await playThrough();
  }
}

describe('the concierge in the gateway', () => {
  it('pauses for each tool, goes on with its result, and is charged for each cycle', async () => {
    const session = await harness.session({
      agent: 'concierge',
      client_tools: TOOLS,
      collection_id,
    });
    await session.say('Add two green mugs to my cart');
    await serve(session);
    const events = await session.events('include_thinking=true');
    expect(
      events
        .filter((event) => event.type === 'agent.tool_use')
        .map((event) => event.content[0]?.name),
    ).toEqual(['search_products', 'add_to_cart']);
    const messages = events.filter((event) => event.type === 'agent.message');
    expect(messages.at(-1)?.content[0]).toMatchObject({
      text: expect.stringContaining('2 × Morning mug in green'),
    });
    const idles = events.filter((event) => event.type === 'session.status_idle');
    expect(idles.map((event) => event.content.stop_reason)).toEqual([
      'client_tool_use',
      'client_tool_use',
      'end_turn',
    ]);
    expect(idles.every((event) => (event.usage?.credits_nano ?? 0) > 0)).toBe(true);
  });

  const said = async (session: SessionHandle) =>
    (await session.events())
      .filter(({ type }) => type === 'agent.message')
      .map(({ content }) => (content[0] as { text: string }).text)
      .join('\n');

  it.each([
    ['before its search', 300],
    ['while its search is on its way', 5_000],
  ])('answers both of two messages in a row, the second %s', async (_, ms) => {
    const session = await harness.session({
      agent: 'concierge',
      client_tools: TOOLS,
      collection_id,
    });
    await session.say('How much is the teapot?');
    await harness.clock.advance(ms);
    expect((await session.say('Add two green mugs to my cart')).status).toBe(200);
    await serve(session);
    const words = await said(session);
    expect(words).toContain('Rainy day teapot costs');
    expect(words).toContain('2 × Morning mug in green');
  });

  describe('asks the desk for a person', () => {
    const signIn = (isThere: boolean) =>
      isThere
        ? harness.gateway.request('/admin/desk/sign-in', {
            method: 'POST',
            headers: { 'x-bellhop-desk': '1', 'sec-fetch-site': 'same-origin' },
            body: JSON.stringify({ key: 'test-admin-key' }),
          })
        : harness.db.query('DELETE FROM desk_sessions');
    const wanted = async ({ id }: SessionHandle) =>
      (await harness.admin('GET', `/admin/conversations/${id}`)).body.wanted_at;
    const talk = async (...lines: string[]) => {
      const session = await harness.session({
        agent: 'concierge',
        client_tools: TOOLS,
        collection_id,
      });
      for (const line of lines) {
        await session.say(line);
        await serve(session);
      }
      return session;
    };

    it.each([
      [true, 'I want to talk to a person', 'somebody is there'],
      [false, 'how do i reach a human', 'hello@fernway.example'],
    ])('and says what it answers: %s, %s', async (isThere, line, words) => {
      await signIn(isThere);
      const session = await talk(line);
      expect(await wanted(session)).toEqual(expect.any(String));
      expect(await said(session)).toContain(words);
    });

    it('at the end of a complaint only once the visitor wants it', async () => {
      await signIn(true);
      const complaint = 'This is the second time you got my order wrong, I am really annoyed';
      const asked = await talk(complaint);
      expect(await said(asked)).toContain('Shall I ask one of them to join this chat?');
      expect(await wanted(asked)).toBeNull();
      const agreed = await talk(complaint, 'Yes, please');
      expect(await wanted(agreed)).toEqual(expect.any(String));
      expect(await said(agreed)).toContain('somebody is there');
    });

    it('again with the address that the visitor leaves where nobody is there', async () => {
      await signIn(false);
      const session = await talk('a real person please', 'anna@mail.example');
      expect(await said(session)).toContain('your address anna@mail.example');
    });
  });

  it('uses the tools of the page that the visitor has come to', async () => {
    const session = await harness.session({
      agent: 'concierge',
      client_tools: without('fill_contact_form'),
    });
    await session.say('Fill in the form: my parcel has not come');
    await playThrough();
    expect(await session.pending()).toHaveLength(1);
    await harness.admin('PATCH', `/admin/sessions/${session.id}`, {
      client_tools: openPage('/contact').tools,
    });
    await session.answer('Now on contact.');
    await playThrough();
    expect(JSON.stringify(await session.events())).toContain('fill_contact_form');
  });

  it('previews on the stream exactly what it then says', async () => {
    const session = await harness.session({ agent: 'concierge', collection_id });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('How long does delivery take?');
    await playThrough();
    await harness.until(() => stream.frames('session.status_idle').length > 0);
    const previewed = stream
      .frames('event_delta')
      .map(
        (frame) =>
          (frame as unknown as { delta: { content: { text: string } } }).delta.content.text,
      )
      .join('');
    const [message] = stream.frames('agent.message');
    expect(message?.content[0]).toMatchObject({ text: previewed });
    expect(message?.content[0]).toMatchObject({
      citations: [{ document_title: 'Delivery times and costs' }],
    });
    await stream.close();
  });

  it('stops in the middle of a sentence when it is interrupted, and answers the next question', async () => {
    const session = await harness.session({ agent: 'concierge', collection_id });
    const stream = await session.stream('event_deltas[]=agent.message');
    await session.say('How long does delivery take?');
    for (let turn = 0; stream.frames('event_delta').length < 2 && turn < 1_000; turn++) {
      await harness.clock.advance(10);
      await setTimeout(1);
    }
    await stream.close();
    await session.send([{ type: 'user.interrupt' }]);
    await playThrough();
    const cut = await session.last();
    expect(cut.content.stop_reason).toBe('user_cancelled');
    expect(cut.usage?.input_tokens, 'charged for its words so far').toBeGreaterThan(0);
    expect(cut.usage?.output_tokens).toBeGreaterThan(0);
    await session.say('thanks');
    await playThrough();
    expect((await session.last()).content.stop_reason).toBe('end_turn');
  });
});
