// Single keys on the inbox: which means what, and what it does. They count only where nobody types, and can be switched off.

import { type Signal, signal } from '@preact/signals';
import type { DeskRole } from '../../gateway/desk-types.ts';
import type { Desk } from './desk.ts';
import type { MenuName, Wish } from './writing.ts';

export const SHORTCUTS = {
  j: 'next',
  k: 'previous',
  '/': 'search',
  r: 'reply',
  t: 'take',
  e: 'close',
  a: 'assign',
  s: 'snooze',
  '#': 'tag',
  x: 'select',
  '?': 'help',
} as const;
export type Shortcut = (typeof SHORTCUTS)[keyof typeof SHORTCUTS];

/** What is left of them to who only reads. */
const OF_READERS: readonly Shortcut[] = ['next', 'previous', 'search', 'help'];

export function shortcutsOf(role: DeskRole | undefined): [string, Shortcut][] {
  return Object.entries(SHORTCUTS).filter(
    ([, shortcut]) => role !== 'viewer' || OF_READERS.includes(shortcut),
  );
}

export interface KeyPress {
  key: string;
  hasModifier: boolean;
  /** In a field, a menu or a dialog, where keys are for something else. */
  isTaken: boolean;
}

export function shortcutOf({ key, hasModifier, isTaken }: KeyPress): Shortcut | null {
  if (hasModifier || isTaken) return null;
  return key in SHORTCUTS ? SHORTCUTS[key as keyof typeof SHORTCUTS] : null;
}

/** What of the page a key may reach. */
export interface Reachable {
  focus(what: 'search'): void;
  openMenu(what: MenuName): void;
}

export interface Shortcuts {
  readonly isOn: Signal<boolean>;
  /** Whether the sheet with all keys is open. */
  readonly isSheetOpen: Signal<boolean>;
  /** @returns whether the key meant something. */
  press(press: KeyPress): boolean;
}

export function createShortcuts(
  { me, inbox, conversation, work, phase, route, go, unnamed, writing }: Desk,
  page: Reachable,
  isOn: Signal<boolean>,
): Shortcuts {
  const isSheetOpen = signal(false);
  return {
    isOn,
    isSheetOpen,
    press(press) {
      const shortcut = shortcutOf(press);
      const isHere = phase.peek() === 'in' && route.peek().page === 'inbox';
      if (shortcut === null || !isHere || !isOn.peek()) return false;
      const mine = shortcutsOf(me.peek()?.role);
      if (!mine.some(([, one]) => one === shortcut)) return false;
      // What is typed for a field that isn't there yet must close nothing.
      if (!isAboutToWrite()) act(shortcut);
      return true;
    },
  };

  function isAboutToWrite(): boolean {
    if (unnamed.peek() !== null) return true;
    const id = writing.peek()?.sessionId;
    // What can't be read will have no field.
    const mayCome = conversation.entry.peek() !== null || conversation.error.peek() === null;
    return id !== undefined && id === conversation.sessionId.peek() && mayCome;
  }

  function wish(what: Wish['what']): void {
    const sessionId = conversation.sessionId.peek();
    if (sessionId !== null) writing.value = { sessionId, what };
  }

  function act(shortcut: Shortcut): void {
    const id = conversation.sessionId.peek();
    switch (shortcut) {
      case 'next':
        step(1);
        return;
      case 'previous':
        step(-1);
        return;
      case 'search':
        page.focus(shortcut);
        return;
      case 'assign':
      case 'snooze':
      case 'tag':
        if (conversation.entry.peek() === null) wish(shortcut);
        else page.openMenu(shortcut);
        return;
      case 'help':
        isSheetOpen.value = true;
        return;
      case 'reply':
      case 'take':
        // The conversation does it, as a press there would, and says what is asked or refused.
        wish(shortcut);
        return;
      case 'close':
        if (id === null) return;
        step(1);
        work.change([id], { status: 'closed' }).catch(() => {});
        return;
      case 'select': {
        if (id === null) return;
        const before = inbox.selected.peek() ?? new Set<string>();
        const others = [...before].filter((one) => one !== id);
        inbox.select(new Set(before.has(id) ? others : [...others, id]));
      }
    }
  }

  /** To the conversation below or above the open one; to the first where none is open. */
  function step(by: number): void {
    const ids = (inbox.items.peek() ?? []).map(({ session_id }) => session_id);
    const at = ids.indexOf(conversation.sessionId.peek() ?? '');
    const sessionId = ids[at < 0 ? 0 : at + by];
    if (sessionId !== undefined) go({ page: 'inbox', sessionId });
  }
}
