// “How did this go?”: asked once when a conversation is done, and what becomes of the answer.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/types.ts';
import { questionIn } from '../../runs/ask-rating.ts';
import { LINE_LANGUAGES, lineLanguage } from '../../runs/visitor-lines.ts';
import { createHarness, type Harness, type Wire, type WireEvent } from '../harness.ts';
import { makeSite, open, SHOP, type TestSite } from '../visitors/browser.ts';

let harness: Harness;
let site: TestSite;
const posts: { type: string; data: Wire }[] = [];

const FORM = [
  { name: 'ask_form', description: 'Asks by a form.', input_schema: { type: 'object' } },
];

/** Says goodbye and calls the conversation done where the visitor thanks; else answers. */
const goodbye: Agent = {
  async *turn({ history, tools }) {
    const last = history.findLast(({ type }) => type === 'user.message') as WireEvent | undefined;
    const said = JSON.stringify(last?.content ?? '');
    const hasClosed = JSON.stringify(history.slice(-2)).includes('close_conversation');
    const mayClose = tools.some(({ name }) => name === 'close_conversation');
    if (said.includes('Thanks') && mayClose && !hasClosed) {
      yield { kind: 'tool_use', name: 'close_conversation', input: {} };
      return;
    }
    yield { kind: 'message', blocks: [{ type: 'text', text: mayClose ? 'Bye.' : 'No tool.' }] };
    yield { kind: 'end', stop_reason: 'end_turn' };
  },
};

beforeAll(async () => {
  harness = await createHarness({
    agents: { goodbye },
    postWebhook: async ({ body }) => {
      posts.push(JSON.parse(body));
      return 200;
    },
  });
  site = await makeSite(harness);
  await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { agent: 'goodbye' });
  await harness.admin('POST', '/admin/webhooks', {
    url: 'https://hooks.example/rated',
    events: ['conversation.rated', 'tool.failed'],
  });
});
beforeEach(async () => {
  posts.length = 0;
  await asks(true);
});
afterAll(() => harness.close());

const asks = (asks_rating: boolean) =>
  harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, { asks_rating });

interface Talk {
  id: string;
  say(text: string): Promise<void>;
  events(): Promise<WireEvent[]>;
  /** The question that stands open; undefined: none does. */
  asked(): Promise<{ id: string; input: ReturnType<typeof questionIn> } | undefined>;
  answer(values: Wire | null): Promise<number>;
}

async function talk({
  tools = FORM,
  language = 'en',
  settings,
}: {
  tools?: unknown[];
  language?: string;
  settings?: Wire;
} = {}): Promise<Talk> {
  if (settings !== undefined) {
    await harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, { settings });
  }
  const { ticket } = await open(harness, site, { tools, new: true });
  const path = `/v1/sessions/${ticket.session_id}/events`;
  const headers = {
    'Content-Type': 'application/json',
    'Accept-Language': language,
    Authorization: `Bearer ${ticket.token}`,
    Origin: SHOP,
  };
  const post = async (events: unknown[]) => {
    const reply = await harness.gateway.request(path, {
      method: 'POST',
      headers,
      body: JSON.stringify({ events }),
    });
    await harness.settled();
    return reply.status;
  };
  const events = async () =>
    (await harness.call('GET', `${path}?limit=100`, undefined, ticket.token)).body.data;
  const asked: Talk['asked'] = async () => {
    const all = await events();
    const last = all.at(-1);
    const ids = (last?.content as Wire | undefined)?.tool_use_ids as string[] | undefined;
    if (last?.type !== 'session.status_idle' || ids === undefined) return undefined;
    const use = all.findLast(({ type }) => type === 'agent.tool_use')?.content[0];
    return { id: ids[0] ?? '', input: use?.input as ReturnType<typeof questionIn> };
  };
  return {
    id: ticket.session_id,
    async say(text) {
      expect(await post([{ type: 'user.message', content: [{ type: 'text', text }] }])).toBe(200);
    },
    events,
    asked,
    async answer(values) {
      const question = await asked();
      const block = { type: 'tool_result', tool_use_id: question?.id };
      const failed = {
        is_error: true,
        error_code: 'declined',
        content: { error: { code: 'declined', message: 'Skipped.', retryable: false } },
      };
      const content = [
        { ...block, ...(values === null ? failed : { content: JSON.stringify({ values }) }) },
      ];
      return post([{ type: 'user.tool_result', content }]);
    },
  };
}

const close = (id: string) =>
  harness.admin('PATCH', `/admin/conversations/${id}`, { status: 'closed' });
const ratingOf = async (id: string) =>
  (await harness.admin('GET', `/admin/conversations/${id}`)).body.rating as Wire | null;

describe('the question after a conversation', () => {
  it('is asked by the page’s form when a colleague closes it, and the answer is kept', async () => {
    const one = await talk();
    await one.say('Where is my lamp?');
    expect(await one.asked()).toBeUndefined();
    expect((await close(one.id)).status).toBe(204);
    const question = await one.asked();
    expect(question?.input).toEqual(questionIn('en'));
    expect(await ratingOf(one.id)).toMatchObject({ value: null, rated_at: null });
    const entry = (await harness.admin('GET', `/admin/conversations/${one.id}`)).body;
    expect(entry).toMatchObject({ status: 'closed', state: 'idle' });

    const [good] = question?.input.fields[0]?.options ?? [];
    expect(await one.answer({ rating: good, comment: ' Quick. ' })).toBe(200);
    expect(await ratingOf(one.id)).toMatchObject({ value: 'good', comment: 'Quick.' });
    const last = (await one.events()).slice(-3).map(({ type }) => type);
    expect(last).toEqual(['user.tool_result', 'session.status_running', 'session.status_idle']);
    expect(await one.asked()).toBeUndefined();
    await harness.until(() => posts.length > 0);
    expect(posts).toMatchObject([
      { type: 'conversation.rated', data: { value: 'good', comment: 'Quick.' } },
    ]);
    const closed = (await harness.admin('GET', `/admin/conversations/${one.id}`)).body;
    expect(closed.status).toBe('closed');
  });

  it('is told apart at the desk from what an agent asks', async () => {
    const one = await talk();
    await one.say('Where is my lamp?');
    await close(one.id);
    const { body } = await harness.admin('GET', `/admin/conversations/${one.id}/events`);
    const runOf = (type: string) =>
      String((body.data as unknown as Wire[]).find((event) => event.type === type)?.run_id);
    const runs = body.runs as Record<string, Wire>;
    expect(runs[runOf('agent.tool_use')]).toMatchObject({ asks: 'rating' });
    expect(runs[runOf('agent.message')]).not.toHaveProperty('asks');
  });

  it('is asked when the agent calls it done, after its last words', async () => {
    const one = await talk();
    await one.say('Thanks, that was all.');
    const types = (await one.events()).map(({ type }) => type);
    expect(types.slice(-5)).toEqual([
      'agent.message',
      'session.status_idle',
      'session.status_running',
      'agent.tool_use',
      'session.status_idle',
    ]);
    expect((await one.asked())?.input.title).toBe('How did this go?');
    expect((await harness.admin('GET', `/admin/conversations/${one.id}`)).body.status).toBe(
      'closed',
    );
  });

  it('is asked once: not after a skip, nor when the conversation is closed again', async () => {
    const one = await talk();
    await one.say('Hello?');
    await close(one.id);
    expect(await one.answer(null)).toBe(200);
    expect(await ratingOf(one.id)).toMatchObject({ value: null });
    await one.say('One more thing');
    await close(one.id);
    expect(await one.asked()).toBeUndefined();
    // A visitor who skips has not made a tool fail.
    expect(posts).toEqual([]);
  });

  it('gives way to what the visitor writes, which the agent answers', async () => {
    const one = await talk();
    await one.say('Hello?');
    await close(one.id);
    await one.say('Wait, one more');
    const last = (await one.events()).findLast(({ type }) => type === 'agent.message');
    expect(last?.content[0]).toMatchObject({ text: 'Bye.' });
    expect(await one.asked()).toBeUndefined();
  });

  it('is not asked where the owner hasn’t switched it on, and no agent gets the tool', async () => {
    await asks(false);
    const one = await talk();
    await one.say('Thanks');
    expect(JSON.stringify(await one.events())).toContain('No tool.');
    await close(one.id);
    expect(await one.asked()).toBeUndefined();
    expect(await ratingOf(one.id)).toBeNull();
  });

  it('is not asked where the page offers no form, where nobody has answered, or long after', async () => {
    const bare = await talk({ tools: [] });
    await bare.say('Hello?');
    await close(bare.id);
    expect(await bare.asked()).toBeUndefined();

    const silent = await talk();
    await close(silent.id);
    expect(await silent.asked()).toBeUndefined();

    const old = await talk();
    await old.say('Hello?');
    const days = 4 * 86_400_000;
    await harness.db.query('UPDATE events SET created_at = created_at - $2 WHERE session_id = $1', [
      old.id,
      days,
    ]);
    await close(old.id);
    expect(await ratingOf(old.id)).toBeNull();
  });

  it('makes the site’s pages show forms', async () => {
    await harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, {
      settings: { cards: ['choices'] },
    });
    const shown = (await open(harness, site)).ticket.settings;
    expect(shown).toEqual({ cards: ['choices', 'form'] });
    await asks(false);
    expect((await open(harness, site)).ticket.settings).toEqual({ cards: ['choices'] });
  });

  it('speaks the language of the site’s look, else of the visitor’s browser', async () => {
    const one = await talk({ language: 'de-AT,de;q=0.9' });
    await one.say('Hallo?');
    await close(one.id);
    expect((await one.asked())?.input.title).toBe('Wie war es?');
    const other = await talk({ language: 'de', settings: { lang: 'fr' } });
    await other.say('Hallo?');
    await close(other.id);
    expect((await other.asked())?.input.title).toBe('Comment cela s’est-il passé ?');
    await harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, { settings: {} });
  });

  it('is never ambiguous, in none of the widget’s 30 languages', () => {
    expect(LINE_LANGUAGES).toHaveLength(30);
    const meanings = new Map<string, number>();
    for (const language of LINE_LANGUAGES) {
      const { options = [] } = questionIn(language).fields[0] ?? {};
      expect([language, new Set(options).size]).toEqual([language, 3]);
      for (const [index, words] of options.entries()) {
        expect([language, words, meanings.get(words) ?? index]).toEqual([language, words, index]);
        meanings.set(words, index);
      }
    }
    const wanted = ['zh-Hant-TW', 'zh', 'nn', 'pt-BR', 'pt', 'xx'];
    expect(wanted.map((one) => lineLanguage([one]))).toEqual([
      'zh-TW',
      'zh-CN',
      'nb',
      'pt-BR',
      'pt-BR',
      'en',
    ]);
  });
});

describe('how a conversation went', () => {
  const rate = (id: string, body: Wire, token?: string) =>
    token === undefined
      ? harness.admin('POST', `/admin/sessions/${id}/rating`, body)
      : harness.call('POST', `/admin/sessions/${id}/rating`, body, token);

  it('may come from the site’s server, be changed, and taken back', async () => {
    const one = await talk();
    expect(
      (await rate(one.id, { value: 'bad', comment: 'Slow' }, site.service_token)).body,
    ).toMatchObject({
      value: 'bad',
      comment: 'Slow',
      asked_at: null,
    });
    expect((await rate(one.id, { value: 'ok' })).body).toMatchObject({
      value: 'ok',
      comment: null,
    });
    expect((await rate(one.id, { value: null })).body).toMatchObject({
      value: null,
      rated_at: null,
    });
    await harness.until(() => posts.length === 3);
    await rate(one.id, { value: null });
    expect(posts).toHaveLength(3);
  });

  it('is refused from another site, of another owner, with another value, or a comment alone', async () => {
    const one = await talk();
    const other = await makeSite(harness, ['https://other.example']);
    expect((await rate(one.id, { value: 'ok' }, other.service_token)).status).toBe(404);
    expect((await rate(one.id, { value: 'ok', owner_id: 'somebody' })).status).toBe(404);
    const wrong = await rate(one.id, { value: 'great' });
    expect(wrong.body.error.message).toBe(
      'value must be good, ok, bad, or null, which takes the rating back.',
    );
    expect((await rate(one.id, { value: null, comment: 'x' })).status).toBe(400);
  });

  it('stands in the export, and goes with the conversation', async () => {
    const one = await talk();
    await rate(one.id, { value: 'good' });
    const exported = await harness.admin('GET', `/admin/sessions/${one.id}/export`);
    expect(exported.body.rating).toMatchObject({ value: 'good' });
    await harness.admin('DELETE', `/admin/sessions/${one.id}`);
    const rows = await harness.db.query(
      'SELECT 1 FROM conversation_ratings WHERE session_id = $1',
      [one.id],
    );
    expect(rows).toEqual([]);
  });
});
