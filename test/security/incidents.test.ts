// What has happened to others on the server's side and in the sanitiser, by the name under which it is known.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness } from '../../gateway/test/harness.ts';

const SRC = join(import.meta.dirname, '../../src');
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('test/'))
  .map((name) => ({ name, code: readFileSync(join(SRC, name), 'utf8') }));

describe('CVE-2026-31950 (LibreChat): the stream of somebody else’s session', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await createHarness();
  });
  afterAll(() => harness.close());

  it('is no more to be had than one that isn’t there, and nothing of it is said', async () => {
    const script = [[{ say: 'a secret of somebody else' }]];
    const theirs = await harness.session({ owner_id: 'them', script });
    const mine = await harness.session({ owner_id: 'me' });
    await theirs.say('tell me');
    await harness.settled();
    const refusals = await Promise.all(
      [theirs.id, 'session_that_is_not_there'].map((id) =>
        harness.call('GET', `/v1beta1/sessions/${id}/events/stream`, undefined, mine.token),
      ),
    );
    for (const { status, body } of refusals) {
      expect(status).toBe(404);
      expect(JSON.stringify(body)).not.toContain('secret');
    }
    const [foreign, absent] = refusals.map(({ body }) => ({ ...body.error, request_id: '' }));
    expect(foreign).toEqual(absent);
  });
});

describe('DOMPurify', () => {
  const sanitiser = sources.filter(({ code }) => /from 'dompurify'/.test(code));

  it('stands in one file', () => {
    expect(sanitiser.map(({ name }) => name)).toEqual([join('content', 'sanitize.ts')]);
  });

  it.each([
    ['CVE-2026-49458: it never works in place', /IN_PLACE/],
    [
      'CVE-2026-41240: no function decides on elements',
      /ADD_TAGS|ADD_ATTR|CUSTOM_ELEMENT_HANDLING/,
    ],
    ['no hook changes what it has decided', /addHook/],
  ])('%s', (_, pattern) => {
    for (const { name, code } of sources) expect(pattern.test(code), name).toBe(false);
  });

  it('CVE-2026-44568 (Open WebUI): comes last, and no other place writes HTML', () => {
    const writers = sources.filter(({ code }) =>
      /\.(?:innerHTML|outerHTML|srcdoc)\s*=|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|createContextualFragment|DOMParser|setHTMLUnsafe|parseHTMLUnsafe|\beval\(|new Function\(/.test(
        code,
      ),
    );
    expect(writers.map(({ name }) => name)).toEqual([join('content', 'sanitize.ts')]);
    expect(sanitiser[0]?.code.match(/\.innerHTML = /g)).toHaveLength(1);
    expect(sanitiser[0]?.code).toContain('template.innerHTML = policy.createHTML(html);');
  });
});
