// The name of a picture or document that can't be shown or opened.

import type { ChatModel } from '../model/types.ts';
import { Icon } from './icons.tsx';

export function Chip(props: { chat: Pick<ChatModel, 'words'>; name: string; isClosed?: boolean }) {
  const { t } = props.chat.words.value;
  return (
    <p class="chip">
      <Icon name="file" />
      <span class="chip-name" dir="auto">
        {props.name || t('attachment')}
      </span>
      {props.isClosed && <span class="note">{t('cantOpen')}</span>}
    </p>
  );
}
