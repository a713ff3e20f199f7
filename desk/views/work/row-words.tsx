// What rows of the list and the menus of presses both say: a tag, and a time that is to come.

import type { Tag } from '../../../gateway/desk-types.ts';
import type { View } from '../view.ts';

/** "tomorrow 9:00", or a date. */
export function whenWords({ texts, now }: View, at: number): string {
  const { format, language } = texts.value;
  const days = format.daysBetween(now.value, at);
  const day =
    days >= 0 && days < 2
      ? format.ago(days, 'day')
      : new Intl.DateTimeFormat(language, {
          weekday: 'short',
          ...(days < 7 ? {} : { day: 'numeric', month: 'short' }),
        }).format(at);
  return `${day} ${format.time(at)}`;
}

export function TagChip({ tag }: { tag: Tag }) {
  return (
    <span class={`chip topic ${tag.color}`} dir="auto">
      {tag.name}
    </span>
  );
}
