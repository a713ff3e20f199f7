// Which colleagues read a conversation or answer in it now: what this desk says of its own person, and what it hears of the others.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { PersonPresent } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface Presences {
  /** The others, in any conversation. */
  readonly people: ReadonlySignal<readonly PersonPresent[]>;
  /** All of them, as the stream has told it. */
  hear(people: readonly unknown[]): void;
  /** The person reads this one from now on; null: none. */
  open(sessionId: string | null): void;
  /** The person has typed. */
  noteTyping(): void;
  /** What was typed has been sent. */
  endTyping(): void;
  /** Nobody is signed in any more: nothing more is said. */
  forget(): void;
}

/** Who only passes through the list reads nothing. */
const LOOKED_MS = 400;
/** The gateway forgets who was said to read 45 seconds ago, and to type seven seconds ago. */
const READING_MS = 20_000;
const TYPING_MS = 3000;

export interface PresencesParts {
  api: Api;
  after: (ms: number, work: () => void) => () => void;
  /** Whether somebody can see the page. */
  isVisible: () => boolean;
}

export function createPresences({ api, after, isVisible }: PresencesParts): Presences {
  const people: Signal<readonly PersonPresent[]> = signal([]);
  let open: string | null = null;
  /** What the colleagues were told of the open one last. */
  let said: 'reading' | 'answering' | 'gone' = 'gone';
  let hasToldTyping = false;
  let cancel = () => {};

  const presences: Presences = {
    people,
    hear(all) {
      people.value = all as PersonPresent[];
    },
    open(sessionId) {
      if (sessionId === open) return;
      if (said !== 'gone') say('gone');
      presences.forget();
      open = sessionId;
      if (open !== null) cancel = after(LOOKED_MS, beat);
    },
    noteTyping() {
      if (open === null || hasToldTyping) return;
      hasToldTyping = true;
      after(TYPING_MS, () => {
        hasToldTyping = false;
      });
      say('answering');
      again();
    },
    endTyping() {
      if (said === 'answering') say('reading');
    },
    forget() {
      cancel();
      open = null;
      said = 'gone';
    },
  };
  return presences;

  function beat(): void {
    if (isVisible()) say('reading');
    again();
  }

  function again(): void {
    cancel();
    cancel = after(READING_MS, beat);
  }

  function say(state: typeof said): void {
    said = state;
    // Nothing depends on it.
    api.call('PUT', `/admin/conversations/${open}/presence`, { state }).catch(() => {});
  }
}

/** Those in this conversation, who answers first. */
export const peopleIn = (people: readonly PersonPresent[], sessionId: string): PersonPresent[] =>
  people
    .filter(({ session_id }) => session_id === sessionId)
    .toSorted((one, other) => one.state.localeCompare(other.state));
