// The state of a conversation, in words and as a chip.

import type { Conversation, ConversationState } from '../../gateway/desk-types.ts';
import { nameOfVisitor } from '../model/visitor.ts';
import type { MessageKey } from '../texts/messages.ts';
import type { View } from './view.ts';

const WORDS: Readonly<Record<Exclude<ConversationState, 'held'>, MessageKey>> = {
  running: 'stateRunning',
  paused: 'statePaused',
  failed: 'stateFailed',
  waiting: 'stateWaiting',
  idle: 'stateIdle',
};

/** @param name who has it; null: somebody. */
export function stateWords({ t }: View, state: ConversationState, name: string | null): string {
  if (state === 'held') return t('stateHeld', { name: name ?? '…' });
  return (t as (key: MessageKey) => string)(WORDS[state]);
}

/** The site's name for a visitor; "Visitor 4f2a" where it has none that a person can read. */
export function visitorName(
  { t }: View,
  item: Pick<Conversation, 'owner_id' | 'session_id'>,
): string {
  const named = nameOfVisitor(item);
  return 'name' in named ? named.name : `${t('visitor')} ${named.mark}`;
}

export function StateChip({ view, item }: { view: View; item: Conversation }) {
  if (item.state === 'idle') return null;
  return (
    <span class={`chip ${item.state}`} dir="auto">
      {stateWords(view, item.state, item.held_by?.name ?? null)}
    </span>
  );
}
