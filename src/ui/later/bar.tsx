// What the sheet becomes on a phone when a tool shows something of the page: a bar at its foot that brings it back. It
// stands beside the dialog, which is closed meanwhile, and in the launcher's place.

import { effect } from '@preact/signals';
import { render } from 'preact';
import { document } from '../../dom/document.ts';
import WORDS from '../../i18n/later/bar.ts';
import { SMALL } from '../control-dialog.ts';
import type { ChatModel } from '../model/types.ts';
import { IconButton } from '../parts/button.tsx';
import { Mark } from '../parts/icons.tsx';
import css from '../styles/bar.css?inline';

const roots = new WeakSet<ShadowRoot>();

/**
 * Does nothing where the panel stands beside the page, or in it.
 * @param seen how many messages had arrived when the tool was done. What came while this was being fetched is news: the
 * visitor has looked at the page since, or had no time to read.
 */
export function showBar(chat: ChatModel, root: ShadowRoot, seen: number): void {
  const small = document.defaultView?.matchMedia(SMALL);
  if (!small?.matches || chat.options.peek().isInline || roots.has(root)) return;
  roots.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
  const container = document.createElement('div');
  root.append(container);
  const hadFocus = root.activeElement !== null;
  chat.panel.hide();
  chat.panel.seen.value = seen;
  chat.ports.keepBar?.(true);

  const remove = (): void => {
    stop();
    small.removeEventListener('change', onChange);
    render(null, container);
    container.remove();
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((one) => one !== sheet);
    roots.delete(root);
  };
  const onChange = (): void => chat.panel.show(false);
  const dismiss = (): void => {
    remove();
    chat.ports.keepBar?.(false);
    root.querySelector<HTMLElement>('[part~=launcher]')?.focus();
  };
  render(<Bar chat={chat} dismiss={dismiss} />, container);
  if (hadFocus) container.querySelector('button')?.focus({ preventScroll: true });
  small.addEventListener('change', onChange);
  let isFirst = true;
  const stop = effect(() => {
    if (chat.panel.isOpen.value && !isFirst) queueMicrotask(remove);
    isFirst = false;
  });
}

function Bar({ chat, dismiss }: { chat: ChatModel; dismiss: () => void }) {
  const { t, lang, dir } = chat.words.value;
  const unread = chat.panel.unread.value;
  const isAsked = chat.tools.value.questions.length > 0;
  const news = isAsked ? t('awaitsYou') : unread > 0 ? t('newMessages', { n: unread }) : '';
  return (
    <div class="bellhop" lang={lang} dir={dir}>
      <div class="bar" part="bar">
        <button type="button" class="bar-open" onClick={() => chat.panel.show(true)}>
          <span class="avatar">
            <Mark />
          </span>
          <span class="bar-words">
            <span class="bar-title">{chat.ports.i18n.late(WORDS, 'showChat')}</span>
            {news && <span class="note">{news}</span>}
          </span>
        </button>
        <IconButton name={t('closeChat')} icon="close" onPress={dismiss} />
      </div>
    </div>
  );
}
