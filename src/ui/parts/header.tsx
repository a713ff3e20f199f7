// The top of the panel: the chat's name, its state in one line, and the buttons for menu and closing.

import type { ChatModel } from '../model/types.ts';
import type { Words } from '../model/words.ts';
import { IconButton } from './button.tsx';
import { Mark } from './icons.tsx';

export function Header({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { title, isInline } = chat.options.value;
  const isExpanded = chat.panel.isExpanded.value;
  const isMenuOpen = chat.sheets.shown.value === 'menu';
  return (
    <div class="header" part="header">
      <Avatar chat={chat} />
      <div class="titles">
        <h2 id="bh-title" class="title" tabIndex={-1} dir="auto">
          {title}
        </h2>
        <Status chat={chat} />
      </div>
      <IconButton
        name={t('menu')}
        icon="menu"
        hasPopup
        isExpanded={isMenuOpen}
        class="menu-button"
        onPress={() => {
          chat.sheets.shown.value = isMenuOpen ? null : 'menu';
        }}
      />
      {!isInline && (
        <>
          <IconButton
            name={t(isExpanded ? 'smaller' : 'bigger')}
            icon={isExpanded ? 'smaller' : 'bigger'}
            class="size-button"
            onPress={() => {
              chat.panel.isExpanded.value = !isExpanded;
              chat.ports.preferences?.set('size', isExpanded ? 'normal' : 'expanded');
            }}
          />
          <IconButton name={t('closeChat')} icon="close" onPress={() => chat.panel.hide()} />
        </>
      )}
    </div>
  );
}

/** The owner's picture, or Bellhop's mark. */
export function Avatar({ chat }: { chat: ChatModel }) {
  const { avatar } = chat.options.value;
  return (
    <span class="avatar">
      {avatar === null ? <Mark /> : <img src={avatar} alt="" referrerpolicy="no-referrer" />}
    </span>
  );
}

/** The state in one line; empty while there is nothing to say. */
function Status({ chat }: { chat: ChatModel }) {
  const text = statusText(chat, chat.words.value);
  return text === '' ? null : <p class="status">{text}</p>;
}

/** The states that neither the log nor the banner shows. */
function statusText(chat: ChatModel, { t }: Words): string {
  const { connection, trouble } = chat.session.value;
  return connection === 'waiting' && trouble === null ? t('reconnecting') : '';
}
