// The fields by which anybody of the team adds a tag.

import { useSignal } from '@preact/signals';
import type { Tag } from '../../../gateway/desk-types.ts';
import type { MessageKey } from '../../texts/messages.ts';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const COLORS = {
  gray: 'colorGray',
  red: 'colorRed',
  orange: 'colorOrange',
  green: 'colorGreen',
  teal: 'colorTeal',
  blue: 'colorBlue',
  purple: 'colorPurple',
  pink: 'colorPink',
} as const satisfies Record<string, MessageKey>;

export function TagForm({ view, onAdded }: { view: View; onAdded: (tag: Tag) => void }) {
  const { t, desk } = view;
  const act = useAct(view);
  const name = useSignal('');
  const color = useSignal('blue');
  return (
    <form
      class="tag-form"
      onSubmit={(event) => {
        event.preventDefault();
        act.run(async () => {
          onAdded(await desk.work.addTag(name.value, color.value));
          name.value = '';
        }, '');
      }}
    >
      <input
        aria-label={t('newTag')}
        placeholder={t('newTag')}
        maxLength={40}
        required
        value={name.value}
        onInput={(event) => {
          name.value = event.currentTarget.value;
        }}
      />
      <select
        aria-label={t('color')}
        value={color.value}
        onChange={(event) => {
          color.value = event.currentTarget.value;
        }}
      >
        {Object.entries(COLORS).map(([value, key]) => (
          <option key={value} value={value}>
            {t(key)}
          </option>
        ))}
      </select>
      <button type="submit" class="button small">
        {t('addTag')}
      </button>
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </form>
  );
}
