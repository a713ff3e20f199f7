// The header's menu: conversations, the transcript, sound, what screen readers hear, the owner's links.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import WORDS from '../../i18n/later/menu.ts';
import type { ChatModel, Sheet } from '../model/types.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { holdFocus } from './sheet.tsx';
import { printTranscript, saveTranscript } from './transcript.ts';

/** The title of that view. Its other words are English too, and no visitor's menu fetches them. */
const OWNERS_VIEW = 'Owner’s view';

export default function Menu({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { contact, privacy, canDelete, isDebug } = chat.options.value;
  const { entries } = chat.session.value;
  const menu = useRef<HTMLDivElement>(null);
  const [hasSound, switchSound] = useSound(chat);
  const close = chat.sheets.hide;
  const thenClose = (act: () => void) => () => {
    act();
    close();
  };
  const go = (sheet: Sheet) => () => {
    chat.sheets.shown.value = sheet;
  };
  const items = () => [...(menu.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];

  useEffect(() => {
    items()[0]?.focus();
    return holdFocus(menu.current);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = items();
    const root = menu.current?.getRootNode() as ShadowRoot;
    const at = all.indexOf(root.activeElement as HTMLElement);
    const to: Record<string, number> = {
      ArrowDown: (at + 1) % all.length,
      ArrowUp: (at - 1 + all.length) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const next = to[event.key];
    if (event.key === 'Tab') close();
    else if (next !== undefined) {
      event.preventDefault();
      all[next]?.focus();
    }
  };

  const has = entries.length > 0;
  return (
    <>
      {/* A press beside the menu closes it; the keyboard has Escape. */}
      <div class="veil" onClick={close} aria-hidden="true" />
      <div ref={menu} class="menu" role="menu" aria-label={t('menu')} onKeyDown={onKeyDown}>
        <Item
          icon="plus"
          onPick={() => {
            close();
            chat.ports.actions.newConversation();
            chat.composer.focusCalls.value++;
          }}
        >
          {t('newConversation')}
        </Item>
        <Item icon="chat" onPick={go('conversations')}>
          {t('earlierConversations')}
        </Item>
        {has && (
          <>
            <hr />
            <Item icon="save" onPick={thenClose(() => void saveTranscript(chat))}>
              {t('saveText')}
            </Item>
            <Item icon="print" onPick={thenClose(() => void printTranscript(chat))}>
              {t('print')}
            </Item>
            <Item icon="clear" onPick={go('clear')}>
              {t('clearDevice')}
            </Item>
            {canDelete && (
              <Item icon="clear" onPick={go('delete')}>
                {t('deleteForGood')}
              </Item>
            )}
          </>
        )}
        <hr />
        <Item icon="sound" isChecked={hasSound} onPick={switchSound}>
          {chat.ports.i18n.late(WORDS, 'sound')}
        </Item>
        <Item icon="reader" onPick={go('reader')}>
          {t('readAloud')}
        </Item>
        {(contact !== null || privacy !== null || isDebug) && <hr />}
        {contact !== null && <LinkItem href={contact} text={t('contact')} newTab={t('newTab')} />}
        {privacy !== null && <LinkItem href={privacy} text={t('privacy')} newTab={t('newTab')} />}
        {isDebug && (
          <Item icon="bug" onPick={go('owner')}>
            <span lang="en">{OWNERS_VIEW}</span>
          </Item>
        )}
      </div>
    </>
  );
}

/** Whether a sound tells of answers, by the visitor's choice or else the owner's; and how to switch that. */
function useSound(chat: ChatModel): [hasSound: boolean, switchSound: () => void] {
  const { preferences } = chat.ports;
  const chosen = preferences?.get('sound');
  const [hasSound, setSound] = useState(chosen ? chosen === 'on' : chat.options.value.hasSound);
  return [
    hasSound,
    () => {
      preferences?.set('sound', hasSound ? 'off' : 'on');
      setSound(!hasSound);
    },
  ];
}

function Item(props: {
  children: ComponentChildren;
  onPick: () => void;
  icon: IconName;
  /** It switches something, and stays. */
  isChecked?: boolean;
}) {
  const isSwitch = props.isChecked !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only the switch has aria-checked.
    <button
      type="button"
      class="menu-item"
      role={isSwitch ? 'menuitemcheckbox' : 'menuitem'}
      aria-checked={props.isChecked}
      tabIndex={-1}
      onClick={props.onPick}
    >
      <span class="slot">
        <Icon name={props.icon} />
      </span>
      {props.children}
      {isSwitch && <span class="switch" aria-hidden="true" />}
    </button>
  );
}

function LinkItem({ href, text, newTab }: { href: string; text: string; newTab: string }) {
  return (
    <a
      class="menu-item"
      role="menuitem"
      tabIndex={-1}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <span class="slot">
        <Icon name="link" />
      </span>
      {text}
      <span class="hidden"> ({newTab})</span>
    </a>
  );
}
