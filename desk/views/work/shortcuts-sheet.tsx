// The keys of the inbox that one may use, and the switch that turns them off.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { type Shortcut, shortcutsOf } from '../../model/shortcuts.ts';
import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

const WORDS = {
  next: 'keyNext',
  previous: 'keyPrevious',
  search: 'keySearch',
  reply: 'keyReply',
  take: 'takeOver',
  close: 'keyClose',
  assign: 'assign',
  snooze: 'snooze',
  tag: 'tag',
  select: 'select',
  help: 'keyHelp',
} as const satisfies Record<Shortcut, MessageKey>;

export function ShortcutsSheet({ view }: { view: View }) {
  const { t, shortcuts } = view;
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = shortcuts.isSheetOpen.value;
  useLayoutEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      class="card"
      aria-labelledby="keys-title"
      onClose={() => {
        shortcuts.isSheetOpen.value = false;
      }}
    >
      <h2 id="keys-title">{t('shortcuts')}</h2>
      <dl class="keys">
        {shortcutsOf(view.desk.me.value?.role).map(([key, shortcut]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(WORDS[shortcut])}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>Ctrl K</kbd>
          </dt>
          <dd>{t('keyPalette')}</dd>
        </div>
      </dl>
      <div class="buttons">
        <label>
          <input
            type="checkbox"
            checked={shortcuts.isOn.value}
            onChange={(event) => {
              shortcuts.isOn.value = event.currentTarget.checked;
            }}
          />{' '}
          {t('keysOn')}
        </label>
        <button
          type="button"
          class="button"
          onClick={() => {
            shortcuts.isSheetOpen.value = false;
          }}
        >
          {t('close')}
        </button>
      </div>
    </dialog>
  );
}
