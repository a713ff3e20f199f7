// The fields by which anybody of the team adds a tag, or changes one.

import { useSignal } from '@preact/signals';
import type { Tag } from '../../../gateway/desk-types.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';
import { MenuForm, NameField } from './menu-fields.tsx';

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

/** @param tag left out: a new one */
export function TagForm(props: { view: View; tag?: Tag; onSaved: (tag: Tag) => void }) {
  const { view, tag, onSaved } = props;
  const { t, desk } = view;
  const name = useSignal(tag?.name ?? '');
  const color = useSignal<string>(tag?.color ?? 'blue');
  return (
    <MenuForm
      view={view}
      class="tag-form"
      isPrimary={false}
      save={t(tag === undefined ? 'addTag' : 'save')}
      onSave={async () => {
        const fields = { name: name.value, color: color.value };
        const saved = await desk.work.saveTag(tag?.tag_id ?? null, fields);
        if (tag === undefined) name.value = '';
        onSaved(saved);
      }}
    >
      <NameField label={t(tag === undefined ? 'newTag' : 'tagName')} most={40} name={name} />
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
    </MenuForm>
  );
}
