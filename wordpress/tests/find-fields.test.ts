// Search in settings, and the addresses of sections and fields.

import { describe, expect, it } from 'vitest';
import { findFields } from '../admin-app/find.ts';
import type { Field, Section } from '../admin-app/page.ts';
import { hashOf, placeOf } from '../admin-app/place.ts';

const field = (name: string, label: string, more: Partial<Field> = {}): Field => ({
  name,
  type: 'text',
  label,
  help: '',
  ...more,
});
const SECTIONS: Section[] = [
  {
    id: 'look',
    title: 'Aussehen',
    groups: [
      {
        id: 'words',
        title: 'Worte',
        fields: [
          field('avatar', 'Bild', { search: 'Logo, Foto', help: 'Eine kleine Größe genügt.' }),
          field('theme', 'Hell oder dunkel', {
            options: [{ value: 'dark', label: 'Dunkel', help: '' }],
          }),
        ],
      },
    ],
  },
  {
    id: 'chats',
    title: 'Chats',
    groups: [{ id: 'mail', title: 'E-Mail', fields: [field('mail_to', 'Adresse')] }],
  },
];
const names = (typed: string) => findFields(SECTIONS, typed).map(({ field: { name } }) => name);

describe('search in settings', () => {
  it('finds a field by its name, another word for it, its help, its choices, its section and its name for programs', () => {
    expect(names('bild')).toEqual(['avatar']);
    expect(names('LOGO')).toEqual(['avatar']);
    expect(names('kleine')).toEqual(['avatar']);
    expect(names('dunkel')).toEqual(['theme']);
    expect(names('worte')).toEqual(['avatar', 'theme']);
    expect(names('mail to')).toEqual(['mail_to']);
  });

  it('goes without accents and capitals, and wants every word', () => {
    expect(names('grosse')).toEqual(['avatar']);
    expect(names('GRÖSSE')).toEqual(['avatar']);
    expect(names('grösser')).toEqual([]);
    expect(names('bild dunkel')).toEqual([]);
    expect(names('foto bild')).toEqual(['avatar']);
  });

  it('finds nothing where nothing is asked', () => {
    expect(names('')).toEqual([]);
    expect(names('   ')).toEqual([]);
  });

  it('has those first whose own name says it', () => {
    const named = field('title', 'Logo');
    const sections = [
      ...SECTIONS,
      { id: 'x', title: 'X', groups: [{ id: 'x', title: '', fields: [named] }] },
    ];
    expect(findFields(sections, 'logo').map(({ field: { name } }) => name)).toEqual([
      'title',
      'avatar',
    ]);
  });
});

describe('a place in the settings', () => {
  it('is a section or a field of it, and the first section where the address names none', () => {
    const ids = ['start', 'look'];
    expect(placeOf('#look/color', ids)).toEqual({ section: 'look', field: 'color' });
    expect(placeOf('#look', ids)).toEqual({ section: 'look', field: null });
    expect(placeOf('', ids)).toEqual({ section: 'start', field: null });
    expect(placeOf('#nowhere/color', ids)).toEqual({ section: 'start', field: null });
    expect(hashOf({ section: 'look', field: 'color' })).toBe('#look/color');
    expect(hashOf({ section: 'look', field: null })).toBe('#look');
  });
});
