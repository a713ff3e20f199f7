// Providers keep the beginning of a request and read it again at a tenth of its price, where the next one begins with the same
// characters: so what changes from question to question stands behind what stays.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../harness.ts';
import { createProviderScene, PROTOCOLS } from './provider-scene.ts';

const scene = createProviderScene();
const LAMP = { name: 'lamp', description: 'Lights it.', input_schema: { type: 'object' } };
const documents = [
  { uri: 'https://shop.example/lamps', title: 'Lamps', text: 'Every lamp is made of brass.' },
  { uri: 'https://shop.example/boxes', title: 'Boxes', text: 'Every box is made of birch.' },
];

describe.each(PROTOCOLS)('a request in %s', (_name, protocol) => {
  let harness: Harness;

  beforeAll(async () => {
    const agents = { model: scene.agent(protocol, { instructions: 'You sell lamps.' }) };
    harness = await createHarness({ db: scene.db, agents });
  });
  afterAll(() => harness.close());

  async function conversation(tools: object[] = []) {
    const { collection_id } = (await harness.admin('POST', '/admin/collections', { documents }))
      .body;
    const session = await harness.session({ agent: 'model', collection_id, client_tools: tools });
    return {
      session,
      ask: async (text: string) => {
        scene.server.next(protocol.answer({ text: ['It is what it is.'] }));
        await session.say(text);
        await harness.settled();
        return scene.server.asked.at(-1) ?? {};
      },
    };
  }

  const said = (asked: Record<string, unknown>) => protocol.said(asked).map(plain);
  const passageIn = (asked: Record<string, unknown>) =>
    said(asked).findIndex((message) => JSON.stringify(message).includes('<reference>'));

  it('has its passages right before the question, and the same instructions whatever is asked', async () => {
    const { ask } = await conversation();
    const first = await ask('What is a lamp made of?');
    const second = await ask('And what is a box made of?');
    expect(protocol.system(second)).toBe(protocol.system(first));
    expect(JSON.stringify(said(first)[passageIn(first)])).toContain('brass');
    const before = said(second).slice(0, passageIn(second));
    expect(JSON.stringify(before)).toContain('What is a lamp made of?');
    expect(JSON.stringify(before)).toContain('It is what it is.');
    expect(JSON.stringify(before)).not.toContain('<reference>');
    const behind = JSON.stringify(said(second).slice(passageIn(second)));
    expect(behind.indexOf('birch')).toBeLessThan(behind.indexOf('And what is a box made of?'));
  });

  it('begins with all of the one before it, but for that one’s passages', async () => {
    const { ask } = await conversation();
    await ask('What is a lamp made of?');
    const second = await ask('And what is a box made of?');
    const third = await ask('Which of them is heavier?');
    const kept = said(second).slice(0, passageIn(second));
    expect(said(third).slice(0, kept.length)).toEqual(kept);
    expect(kept.length).toBe(2);
  });

  it('that goes on after a tool begins with all of the one before it', async () => {
    const { session } = await conversation([LAMP]);
    scene.server.next(
      protocol.answer({ calls: [{ id: 'call_1', name: 'lamp', input: '{}' }], end: 'calls' }),
      protocol.answer({ text: ['It is on.'] }),
    );
    await session.say('What is a lamp made of? Light it.');
    await harness.settled();
    const first = scene.server.asked.at(-1) ?? {};
    await session.answer('lit');
    await harness.settled();
    const second = scene.server.asked.at(-1) ?? {};
    expect(passageIn(first)).toBe(0);
    expect(said(second).slice(0, said(first).length)).toEqual(said(first));
    expect(said(second).length).toBeGreaterThan(said(first).length);
  });

  it('asks Anthropic to keep its instructions, what was said, and a run that may go on', async () => {
    const { ask } = await conversation([LAMP]);
    await ask('What is a lamp made of?');
    const asked = await ask('And what is a box made of?');
    const marks = JSON.stringify(asked).match(/"cache_control"/g)?.length ?? 0;
    expect(marks).toBe(protocol.provider === 'anthropic' ? 3 : 0);
    if (protocol.provider !== 'anthropic') return;
    expect(JSON.stringify(asked.system)).toContain('cache_control');
    const marked = protocol
      .said(asked)
      .filter((one) => JSON.stringify(one).includes('cache_control'));
    expect(JSON.stringify(marked[0])).toContain('It is what it is.');
    expect(JSON.stringify(marked.at(-1))).toContain('And what is a box made of?');
  });
});

/** Without the marks of what is to be kept, which wander. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part) => (key === 'cache_control' ? undefined : part)),
  );
}
