// The visitor's conversations on this device, newest first.

import { cleanLine } from '../../content/text.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import { SheetPage } from './sheet.tsx';

export default function Conversations({ chat }: { chat: ChatModel }) {
  const { t, format } = chat.words.value;
  const list = [...chat.sheets.conversations.value].sort((a, b) => b.updatedAt - a.updatedAt);
  return (
    <SheetPage chat={chat} title={t('earlierConversations')}>
      <ul class="conversations">
        {list.map(({ sessionId, title, updatedAt, isCurrent }) => (
          <li key={sessionId}>
            <button
              type="button"
              class="conversation"
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => {
                chat.sheets.hide();
                if (!isCurrent) chat.ports.actions.openConversation(sessionId);
              }}
            >
              <span class="conversation-title" dir="auto">
                {cleanLine(title) || t('newConversation')}
              </span>
              <span class="note">
                {isCurrent
                  ? t('currentConversation')
                  : format.relative(updatedAt, chat.ports.now())}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button outlined wide"
        onClick={() => {
          chat.sheets.hide();
          chat.ports.actions.newConversation();
        }}
      >
        <Icon name="plus" />
        {t('newConversation')}
      </button>
    </SheetPage>
  );
}
