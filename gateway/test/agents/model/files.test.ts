// Pictures and PDFs on their way from a visitor's message to a provider, over HTTP, in the words of each protocol.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createModelAgent } from '../../../agents/model/model-agent.ts';
import { openModel } from '../../../agents/model/provider.ts';
import type { Agent } from '../../../agents/types.ts';
import type { FileKind } from '../../../log/attached-files.ts';
import { createHarness, type Harness, type SessionHandle, type Wire } from '../../harness.ts';
import { ANTHROPIC, OPENAI, type Protocol } from './protocols.ts';
import { createProviderScene } from './provider-scene.ts';
import { RESPONSES } from './responses-protocol.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const PDF = Buffer.from('%PDF-1.4\nnot much of one').toString('base64');
const HTML = Buffer.from('<script>1</script>').toString('base64');

const scene = createProviderScene();
let harness: Harness;

beforeAll(async () => {
  /** OpenAI's own package, which asks api.openai.com. */
  const asOpenai: typeof fetch = (url, init) =>
    fetch(String(url).replace('https://api.openai.com/v1', scene.server.url), init);
  const models = {
    anthropic: scene.model(ANTHROPIC),
    openai: openModel(
      { provider: 'openai', apiKey: 'key', baseUrl: undefined, model: 'gpt-4.1' },
      asOpenai,
    ),
    compatible: scene.model(OPENAI),
  };
  const agents: Record<string, Agent> = {};
  for (const [name, model] of Object.entries(models)) {
    const make = (files: readonly FileKind[]) =>
      createModelAgent({ model, name: 'm', maxRetries: 0, files });
    agents[name] = make(['image', 'pdf']);
    agents[`${name}-pictures`] = make(['image']);
    agents[`${name}-blind`] = make([]);
  }
  harness = await createHarness({ db: scene.db, agents });
});
afterAll(() => harness.gateway.close());

const file = (title: string, media_type: string, data: string) => ({
  type: 'document',
  title,
  source: { type: 'base64', media_type, data },
});
const PICTURE = file('mug.png', 'image/png', PNG);
const PAPER = file('bill.pdf', 'application/pdf', PDF);

async function send(session: SessionHandle, ...content: object[]): Promise<void> {
  const sent = await session.send([{ type: 'user.message', content }]);
  expect(sent.status).toBe(200);
  await harness.settled();
}
/** The content of a request's last message. */
const lastOf = (protocol: Protocol, request = scene.server.asked.at(-1) ?? {}) =>
  protocol.said(request).at(-1)?.content;
const wordsOf = (protocol: Protocol) => JSON.stringify(lastOf(protocol));

const OPENAI_PARTS = [
  { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
  { type: 'file', file: { filename: 'bill.pdf', file_data: `data:application/pdf;base64,${PDF}` } },
];
const RESPONSES_PARTS = [
  { type: 'input_image', image_url: `data:image/png;base64,${PNG}` },
  { type: 'input_file', filename: 'bill.pdf', file_data: `data:application/pdf;base64,${PDF}` },
];
const ANTHROPIC_PARTS = [
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
  {
    type: 'document',
    title: 'bill.pdf',
    source: { type: 'base64', media_type: 'application/pdf', data: PDF },
  },
];

describe.each([
  ['openai', RESPONSES, RESPONSES_PARTS],
  ['compatible', OPENAI, OPENAI_PARTS],
  ['anthropic', ANTHROPIC, ANTHROPIC_PARTS],
] as const)('files for the provider %s', (agent, protocol, parts) => {
  const answer = () => scene.server.next(protocol.answer({ text: ['I see.'] }));

  it('stand before the words, each as what it is', async () => {
    answer();
    const session = await harness.session({ agent });
    await send(session, PICTURE, PAPER, { type: 'text', text: 'What is this?' });
    const content = lastOf(protocol) as Wire[];
    expect(content).toHaveLength(3);
    expect(content.slice(0, 2)).toMatchObject([...parts]);
    expect(content[2]).toMatchObject({
      type: protocol.openaiApi === 'responses' ? 'input_text' : 'text',
      text: expect.stringContaining('What is this?'),
    });
    expect((await session.last()).content).toMatchObject({ stop_reason: 'end_turn' });
  });

  it('are still there for the next question', async () => {
    answer();
    answer();
    const session = await harness.session({ agent });
    await send(session, PICTURE);
    await send(session, { type: 'text', text: 'And its colour?' });
    expect(JSON.stringify(scene.server.asked[1])).toContain(PNG);
  });

  it('are named, with what can be read, where the model doesn’t take their kind', async () => {
    answer();
    await send(await harness.session({ agent: `${agent}-pictures` }), PICTURE, PAPER);
    expect(JSON.stringify(scene.server.asked[0])).toContain(PNG);
    expect(JSON.stringify(scene.server.asked[0])).not.toContain(PDF);
    expect(wordsOf(protocol)).toContain("(application/pdf), which you can't read");
    expect(wordsOf(protocol)).toContain(
      'You can read: text files, pictures (PNG, JPEG, GIF, WebP).',
    );
    answer();
    await send(await harness.session({ agent: `${agent}-blind` }), PICTURE);
    expect(wordsOf(protocol)).toContain('You can read: text files.');
  });

  it('are left out, and the question asked again, when the provider refuses the request for them', async () => {
    scene.server.next(
      protocol.refuse(400, 'Could not process image'),
      protocol.answer({ text: ['I can’t open it.'] }),
    );
    const session = await harness.session({ agent });
    await send(session, PICTURE, { type: 'text', text: 'What is this?' });
    expect(scene.server.asked).toHaveLength(2);
    expect(JSON.stringify(scene.server.asked[1])).not.toContain(PNG);
    expect(wordsOf(protocol)).toContain("which you can't read");
    expect((await session.last()).type).toBe('session.status_idle');
  });

  it('don’t have a request repeated that fails for another reason', async () => {
    scene.server.next(protocol.refuse(500, 'Oh no'));
    const session = await harness.session({ agent });
    await send(session, PICTURE);
    expect(scene.server.asked).toHaveLength(1);
    expect((await session.last()).error_code).toBe('upstream_error');
  });
});

describe('a file', () => {
  const ask = async (...content: object[]) => {
    scene.server.next(OPENAI.answer({ text: ['I see.'] }));
    await send(await harness.session({ agent: 'compatible' }), ...content);
    return JSON.stringify(scene.server.asked.at(-1));
  };

  it('is what its first bytes say, whatever it is called', async () => {
    expect(await ask(file('mug.jpg', 'image/jpeg', PNG))).toContain(`data:image/png;base64,${PNG}`);
    const asked = await ask(file('mug.png', 'image/png', HTML));
    expect(asked).not.toContain(HTML);
    expect(asked).toContain("(image/png), which you can't read");
  });

  it('at an address is never fetched, by us or by the provider', async () => {
    const link = {
      type: 'document',
      title: 'x',
      source: { type: 'url', url: `${scene.server.url}/secret.png` },
    };
    expect(await ask(link)).not.toContain('secret.png');
    expect(scene.server.asked).toHaveLength(1);
  });

  it('of text is read as text, also where it came as base64', async () => {
    const csv = Buffer.from('name;price\nMug;12 €').toString('base64');
    expect(await ask(file('a.csv', 'text/csv', csv))).toContain('Mug;12 €');
  });

  it('is sent while it is among the eight newest; of the others a line remains', async () => {
    const numbered = (n: number) => `${PNG.slice(0, 40)}${String(n).padStart(4, 'A')}`;
    const files = Array.from({ length: 10 }, (_, n) => file(`p${n}.png`, 'image/png', numbered(n)));
    const asked = await ask(...files);
    expect(files.map(({ source }) => asked.includes(source.data))).toEqual([
      false,
      false,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(asked).toContain('too long ago, or too large, to be shown again');
  });

  it('leaves with the turns that a summary replaces, and makes room for the window', async () => {
    const session = await harness.session({ agent: 'compatible', context_window: 4000 });
    for (let n = 0; n < 4; n += 1) {
      scene.server.next(OPENAI.answer({ text: ['I see.'] }), OPENAI.answer({ text: ['I see.'] }));
      await send(session, PICTURE, { type: 'text', text: `Number ${n}` });
    }
    expect(await session.types()).toContain('session.compaction');
    const shown = JSON.stringify(scene.server.asked.at(-1)).split(PNG).length - 1;
    expect(shown).toBeLessThan(3);
    expect((await session.last()).type).toBe('session.status_idle');
  });
});
