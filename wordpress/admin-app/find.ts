// Finds fields by what somebody types: in their names first, then in other words for them, then in their help and choices.

import type { Field, Section } from './page.ts';

export interface Found {
  section: Section;
  field: Field;
}

/** All words must be found in one field; they may stand in different places of it. */
export function findFields(sections: readonly Section[], typed: string): Found[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found: (Found & { rank: number })[] = [];
  for (const section of sections) {
    for (const group of section.groups) {
      for (const field of group.fields) {
        const places = [
          field.label,
          `${field.search ?? ''} ${field.name.replaceAll('_', ' ')}`,
          `${field.help} ${(field.options ?? []).map(({ label, help }) => `${label} ${help}`).join(' ')}`,
          `${group.title} ${section.title}`,
        ].map(plain);
        const ranks = words.map((word) => places.findIndex((place) => place.includes(word)));
        if (ranks.every((rank) => rank >= 0)) {
          found.push({ section, field, rank: Math.max(...ranks) });
        }
      }
    }
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ section, field }) => ({ section, field }));
}

/** Without capitals and accents: "Größe" is found by "grosse". */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '');
}
