// @vitest-environment jsdom
// What pictures of the owner's origins may carry out of one conversation, all of them together.

import { waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { agent, message, session, user } from '../../../test/gallery/build.ts';
import type { SessionSnapshot, TurnPart } from '../../session/types.ts';
import { mount } from './harness.ts';

// Fetched with the first of them; here it is at hand.
await import('../../ui/parts/attached.tsx');
await import('../../ui/later/pictures.ts');

const ORIGIN = 'https://pics.example';
const options = { imageOrigins: [ORIGIN, 'https://more.example'] };
const HUNDRED = 'secret-of-the-conversation-'.repeat(4).slice(0, 99);
const picture = (name: string, origin = ORIGIN) => `![x](${origin}/${name})`;
const long = (index: number) => picture(HUNDRED.slice(0, 95) + String(index).padStart(4, '0'));

function told(...parts: (string | TurnPart)[]): SessionSnapshot {
  return session([
    user('Hm?'),
    agent(parts.map((part) => (typeof part === 'string' ? message(part) : part))),
  ]);
}

/** Origins and sizes of what has loaded by itself, each address once. */
function carried(root: ParentNode): { pictures: number; chars: number } {
  const addresses = new Set(
    [...root.querySelectorAll<HTMLImageElement>('.log img')].map((img) => img.src),
  );
  const chars = [...addresses].reduce(
    (sum, src) => sum + src.length - new URL(src).origin.length,
    0,
  );
  return { pictures: addresses.size, chars };
}

async function shown(snapshot: SessionSnapshot, more = {}) {
  const view = mount({ session: snapshot, options: { ...options, ...more } });
  await waitFor(() => expect(view.root.querySelector('.rich p:not(.plain)')).toBeTruthy());
  await view.pass(100);
  return view;
}

describe('pictures of the owner’s origins', () => {
  it('load by themselves for 500 characters of addresses in a conversation, then wait for the click', async () => {
    const { root } = await shown(told(Array.from({ length: 22 }, (_, at) => long(at)).join('\n')));
    expect(carried(root)).toEqual({ pictures: 5, chars: 500 });
    expect(root.querySelectorAll('button.image')).toHaveLength(17);
  });

  it('share that between all messages and blocks of the conversation', async () => {
    const block = {
      type: 'image' as const,
      source: { type: 'url' as const, url: `${ORIGIN}/${HUNDRED.slice(0, 95)}last` },
    };
    const { root } = await shown(
      session([
        user('Hm?'),
        agent([message(long(1)), message(long(2))]),
        user('And?'),
        agent([message(`${long(3)} ${long(4)}`)]),
        user('And?'),
        agent([{ kind: 'message', key: 'i', eventId: 'i', blocks: [block], isPreview: false }]),
        user('And?'),
        agent([message(long(6))]),
      ]),
    );
    expect(carried(root)).toEqual({ pictures: 5, chars: 500 });
    expect(root.querySelector('img.picture')).not.toBeNull();
  });

  it('are at most 16 of one origin, however short; each origin has its own', async () => {
    const some = Array.from({ length: 40 }, (_, at) => picture(`${at}`));
    const { root } = await shown(told(some.join('\n'), picture('a', 'https://more.example')));
    expect(carried(root).pictures).toBe(17);
  });

  it('that stand there again cost nothing', async () => {
    const { root } = await shown(told(Array.from({ length: 9 }, () => long(1)).join('\n')));
    expect(root.querySelectorAll('.log img')).toHaveLength(9);
  });

  it('wait while an answer is being written: each longer beginning would be another request', async () => {
    const growing = (text: string, isPreview: boolean): TurnPart => ({
      kind: 'message',
      key: 'm',
      eventId: 'm',
      blocks: [{ type: 'text', text }],
      isPreview,
    });
    const whole = `See ![x][r] this\n\n[r]: ${ORIGIN}/abcdef\n\n${picture('here.png')}`;
    const view = await shown(told(growing('See', true)));
    for (let end = 3; end <= whole.length; end += 1) {
      view.ports.session.set(told(growing(whole.slice(0, end), true)));
      await Promise.resolve();
    }
    await view.show(told(growing(whole, true)));
    expect(carried(view.root)).toEqual({ pictures: 0, chars: 0 });
    await view.show(told(growing(whole, false)));
    expect(
      [...view.root.querySelectorAll<HTMLImageElement>('.log img')].map(({ src }) => src),
    ).toEqual([`${ORIGIN}/here.png`]);
  });

  it('are the same after a reload, which refills nothing', async () => {
    const turns = Array.from({ length: 60 }, (_, at) => [user('And?'), agent([message(long(at))])]);
    const whole = session(turns.flat());
    const view = await shown(whole);
    // Of sixty answers the last ones are drawn; the first five have spent all, and are not in sight.
    expect(carried(view.root)).toEqual({ pictures: 0, chars: 0 });
    const young = await shown(session(turns.slice(0, 3).flat()));
    await young.show(whole);
    expect(carried(young.root).chars).toBeLessThanOrEqual(500);
  });

  it('wait where the conversation’s beginning isn’t known here', async () => {
    const view = await shown({ ...told(long(1)), hasOlder: true });
    expect(carried(view.root).pictures).toBe(0);
    await view.show(told(long(1)));
    expect(carried(view.root).pictures).toBe(1);
  });

  it('that were let in stay counted where earlier messages come in late', async () => {
    const last = [user('b'), agent([message([3, 4, 5, 6, 7].map(long).join('\n'))])];
    const view = await shown(session(last));
    expect(carried(view.root).pictures).toBe(5);
    await view.show(session([user('a'), agent([message([1, 2].map(long).join('\n'))]), ...last]));
    expect(carried(view.root)).toEqual({ pictures: 5, chars: 500 });
  });

  it('are never those of a sub-domain, a wildcard or another port', async () => {
    const { root } = await shown(
      told(
        [
          `${ORIGIN}:444`,
          'https://data.pics.example',
          'https://a.wild.example',
          'http://pics.example',
        ]
          .map((origin) => picture('a', origin))
          .join('\n'),
      ),
      { imageOrigins: [ORIGIN, 'https://*.wild.example'] },
    );
    expect(carried(root).pictures).toBe(0);
    expect(root.querySelectorAll('button.image')).toHaveLength(4);
  });
});
