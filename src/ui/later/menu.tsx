// The header's menu, in groups: conversations, taking this one along, taking it away, sound and what screen readers hear, the
// owner's links. What carries a risk, or has a name that not everybody knows, is explained in a line.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import WORDS from '../../i18n/later/menu.ts';
import SEARCH_WORDS from '../../i18n/later/search-here.ts';
import { COPIED_MS } from '../copy-text.ts';
import type { ChatModel, Sheet } from '../model/types.ts';
import { Icon, type IconName } from '../parts/icons.tsx';
import { holdFocus } from './sheet.tsx';
import { copyTranscript, printTranscript, saveTranscript } from './transcript.ts';

/** The title of that view. Its other words are English too, and no visitor's menu fetches them. */
const OWNERS_VIEW = 'Owner’s view';
const DEVELOPERS_PANEL = 'Developer’s panel';

export default function Menu({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { late } = chat.ports.i18n;
  const { contact, privacy, canDelete, isDebug } = chat.options.value;
  const { entries } = chat.session.value;
  const menu = useRef<HTMLDivElement>(null);
  const [hasSound, switchSound] = useSound(chat);
  const [isCopied, copy] = useCopyAll(chat);
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
            <Item icon="search" onPick={go('search')} keys="Control+F Meta+F">
              {late(SEARCH_WORDS, 'searchHere')}
            </Item>
            <hr />
            <Item icon={isCopied ? 'done' : 'copy'} onPick={copy}>
              {isCopied ? t('copied') : late(WORDS, 'copyConversation')}
            </Item>
            <Item icon="save" onPick={thenClose(() => void saveTranscript(chat))}>
              {late(WORDS, 'saveText')}
            </Item>
            <Item icon="print" onPick={thenClose(() => void printTranscript(chat))}>
              {late(WORDS, 'print')}
            </Item>
            <hr />
            <Item icon="clear" onPick={go('clear')} hint={late(WORDS, 'clearHint')}>
              {t('clearDevice')}
            </Item>
            {canDelete && (
              <Item icon="clear" onPick={go('delete')} hint={late(WORDS, 'deleteHint')}>
                {t('deleteForGood')}
              </Item>
            )}
          </>
        )}
        <hr />
        <Item icon="sound" isChecked={hasSound} onPick={switchSound}>
          {late(WORDS, 'sound')}
        </Item>
        <Item icon="reader" onPick={go('reader')} hint={late(WORDS, 'readAloudHint')}>
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
        {chat.ports.openDevtools && (
          <Item icon="bug" onPick={thenClose(chat.ports.openDevtools)}>
            <span lang="en">{DEVELOPERS_PANEL}</span>
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

/** Copies the conversation, and says so where it was pressed: the menu stays. */
function useCopyAll(chat: ChatModel): [isCopied: boolean, copy: () => void] {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyTranscript(chat))) return;
    setCopied(true);
    chat.announcer.say(chat.words.peek().t('copied'));
    chat.ports.after(COPIED_MS, () => setCopied(false));
  };
  return [isCopied, () => void copy()];
}

function Item(props: {
  children: ComponentChildren;
  onPick: () => void;
  icon: IconName;
  /** What it does, in a line. */
  hint?: string;
  /** The keys that do the same. */
  keys?: string;
  /** It switches something, and stays. */
  isChecked?: boolean;
}) {
  const { hint } = props;
  const isSwitch = props.isChecked !== undefined;
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: only the switch has aria-checked.
    <button
      type="button"
      class="menu-item"
      role={isSwitch ? 'menuitemcheckbox' : 'menuitem'}
      aria-checked={props.isChecked}
      aria-keyshortcuts={props.keys}
      tabIndex={-1}
      onClick={props.onPick}
    >
      <span class="slot">
        <Icon name={props.icon} />
      </span>
      {hint === undefined ? (
        props.children
      ) : (
        <span class="menu-words">
          <span>{props.children}</span> <span class="note">{hint}</span>
        </span>
      )}
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
