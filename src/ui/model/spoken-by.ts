// Who wrote a message where a person of the site has taken over from the agent. Pure.

import { escapeHidden } from '../../content/text.ts';
import type { Translate } from '../../i18n/index.ts';
import type { MessageBlock } from '../../protocol/index.ts';

export interface Speaker {
  name: string;
  /** A sentence that says so. */
  line: string;
  /** They have come or left: that sentence is all of the message. */
  isAll: boolean;
}

/** @returns null for a message of the agent. */
export function spokenBy([block]: readonly MessageBlock[], t: Translate): Speaker | null {
  const person = block?.type === 'text' && block.extra_content?.gateway.person;
  if (!person) return null;
  const name = escapeHidden(person.name);
  const { act } = person;
  const isAll = act === 'joined' || act === 'left';
  const key = act === 'left' ? 'personLeft' : isAll ? 'personJoined' : 'assistantSaid';
  return { name, line: t(key, { name }), isAll };
}
