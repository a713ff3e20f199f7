// Single keys on the inbox: which means what, and what it does. They count only where nobody types, and can be switched off.

import { type Signal, signal } from '@preact/signals';
import type { Desk } from './desk.ts';

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
  focus(what: 'search' | 'reply'): void;
  openMenu(what: 'assign' | 'snooze' | 'tag'): void;
}

export interface Shortcuts {
  readonly isOn: Signal<boolean>;
  /** Whether the sheet with all keys is open. */
  readonly isSheetOpen: Signal<boolean>;
  /** @returns whether the key meant something. */
  press(press: KeyPress): boolean;
}

export function createShortcuts(
  { inbox, conversation, work, phase, route, go, asNamed }: Desk,
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
      act(shortcut);
      return true;
    },
  };

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
      case 'reply':
        page.focus(shortcut);
        return;
      case 'assign':
      case 'snooze':
      case 'tag':
        page.openMenu(shortcut);
        return;
      case 'help':
        isSheetOpen.value = true;
        return;
      case 'take':
        // What is refused shows in the conversation, which says who has it.
        asNamed(() => conversation.takeOver().catch(() => {}));
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
