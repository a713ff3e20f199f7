// What the palette finds, and when it asks.

import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../test/doubles/virtual-clock.ts';
import type { Api } from '../edge/api.ts';
import { createPalette, namedLike } from '../model/palette.ts';
import { ENGLISH, loadLateEnglish } from '../texts/messages.ts';
import { createTexts } from '../texts/texts.ts';
import { placesLike, placesOf } from '../views/palette/places.ts';
import type { View } from '../views/view.ts';

function scene({ isOwner = false } = {}) {
  const clock = createVirtualClock();
  const asked: string[] = [];
  const replies: Record<string, unknown> = {
    '/admin/collections?limit=10': { data: [{ collection_id: 'col_1', name: 'Shop' }] },
    '/admin/collections/col_1': { list: [{ uri: 'u', title: 'Returns', characters: 3 }] },
  };
  const palette = createPalette({
    api: {
      call: async (_method: string, path: string) => {
        asked.push(path);
        return replies[path] ?? { data: [{ session_id: path }] };
      },
    } as unknown as Api,
    after(ms, work) {
      const timer = clock.setTimeout(work, ms);
      return () => clock.clearTimeout(timer);
    },
    mayOpen: () => true,
    readsKnowledge: () => isOwner,
  });
  return { palette, clock, take: () => asked.splice(0) };
}

describe('the palette', () => {
  it('asks for conversations once somebody has stopped typing, and drops what older words found', async () => {
    const { palette, clock, take } = scene();
    palette.open();
    palette.open();
    expect(take()).toEqual(['/admin/conversations?limit=6']);
    palette.look('la');
    palette.look('lamp');
    await clock.advance(500);
    expect(take()).toEqual(['/admin/conversations?limit=6&q=lamp']);
    expect(palette.conversations.value).toMatchObject([
      { session_id: '/admin/conversations?limit=6&q=lamp' },
    ]);
  });

  it('knows the documents of an owner’s collections, and asks for none for others', async () => {
    const { palette, clock } = scene({ isOwner: true });
    palette.open();
    await clock.settle();
    expect(palette.documents.value).toEqual([
      { collectionId: 'col_1', collection: 'Shop', title: 'Returns', uri: 'u' },
    ]);
    const other = scene();
    other.palette.open();
    await other.clock.settle();
    expect(other.take()).toHaveLength(1);
  });

  it('finds a page by the names of its parts, and all that can be set by “settings”', async () => {
    await loadLateEnglish();
    const { t } = createTexts('en', ENGLISH);
    const places = placesOf({ t } as View, 'owner');
    const found = (words: string) => placesLike(places, words).map(({ name }) => name);
    expect(found('set')).toEqual(
      expect.arrayContaining([
        'Team: Your account',
        'Agents',
        'Sites',
        'Privacy',
        `Team: ${t('partRules')}`,
      ]),
    );
    expect(found('second factor')).toEqual(['Team: Your account']);
    expect(found('quiet hours')).toEqual(['Team: Your account']);
    expect(found('what it knows')).toEqual(['Agents']);
    expect(found('look and words')).toEqual(['Sites']);
    expect(found('signing')).toEqual(['Team: Keys and secrets']);
    expect(placesLike(placesOf({ t } as View, 'agent'), 'set')).toHaveLength(1);
    // What was looked for is said first.
    expect(placesLike(places, 'passkeys')[0]?.parts[0]).toBe('Passkeys');
  });

  it('finds names by all of the words, without case and accents', () => {
    const names = ['Bénédicte Roux', 'Ben', 'Rosa'];
    expect(namedLike(names, 'roux bene', (name) => name)).toEqual(['Bénédicte Roux']);
    expect(namedLike(names, '', (name) => name, 2)).toEqual(['Bénédicte Roux', 'Ben']);
  });
});
