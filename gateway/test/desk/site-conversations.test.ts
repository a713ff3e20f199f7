// A site's own list of its conversations, by its service token: what it shows, and what it never shows.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function newSite(project = 'shared') {
  const { client_id, service_token: token } = (
    await harness.admin('POST', '/admin/sites', { project_id: project })
  ).body as { client_id: string; service_token: string };
  const path = `/admin/sites/${client_id}/conversations`;
  return {
    path,
    talk: async (...messages: string[]) => {
      const session = await harness.session({
        project_id: project,
        client_id,
        agent: 'scripted',
        script: messages.map((text) => [{ say: `You said: ${text}` }]),
      });
      for (const text of messages) {
        await session.say(text);
        await harness.settled();
        await harness.clock.advance(1000);
      }
      return session;
    },
    list: (query = '', of = path) => harness.call('GET', `${of}${query}`, undefined, token),
  };
}

describe('the conversations of a site', () => {
  it('are listed for its service token, the newest first, in pages, and found by their words', async () => {
    const site = await newSite();
    const [first, second] = [await site.talk('About the sauna'), await site.talk('About dogs')];
    const page = await site.list('?limit=1');
    expect(page.body.data).toMatchObject([
      {
        session_id: second.id,
        last_words: 'You said: About dogs',
        last_by: 'agent',
        state: 'idle',
      },
    ]);
    const next = await site.list(`?limit=1&page=${page.body.next_page}`);
    expect(next.body).toMatchObject({ data: [{ session_id: first.id }], next_page: null });
    const found = await site.list('?q=sauna');
    expect(
      (found.body.data as unknown as { session_id: string }[]).map((one) => one.session_id),
    ).toEqual([first.id]);
    expect((await site.list('?limit=0')).status).toBe(400);
  });

  it('are shown to no other site, to no visitor and to nobody without a key', async () => {
    const [mine, theirs] = [await newSite(), await newSite()];
    const session = await theirs.talk('Nobody else’s business');
    const foreign = await mine.list('', theirs.path);
    expect([foreign.status, JSON.stringify(foreign.body)]).not.toContain('business');
    expect(foreign.status).toBe(404);
    expect(JSON.stringify((await mine.list()).body)).not.toContain('business');
    for (const [token, status] of [
      [session.token, 403],
      [null, 401],
    ] as const) {
      expect((await harness.call('GET', theirs.path, undefined, token)).status).toBe(status);
    }
    const { data } = (await harness.admin('GET', theirs.path)).body;
    expect(JSON.stringify(data)).toContain('business');
  });
});
