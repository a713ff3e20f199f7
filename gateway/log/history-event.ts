// An event as an agent reads it. A system.message counts as an instruction only where somebody sent it who may give some:
// a site's backend, with an API key or a service token. With a visitor's token anybody can send one who can open the
// browser's console, so that one is another kind of event here, and no agent takes it for the other by mistake.

import { type MessageBlock, personOf, type SessionEvent } from '../wire.ts';

/** A system.message that a page sent with a visitor's token: material for the agent, never an instruction. */
export interface PageContext {
  id: string;
  type: 'page.context';
  content: MessageBlock[];
  processed_at: string | null;
}

/** An event as an agent reads it. */
export type HistoryEvent = SessionEvent | PageContext;

const MAY_INSTRUCT: readonly unknown[] = ['api_key', 'service_token'];

/** @param origin JSON of the sender's Origin; null where it isn't known, which is no reason to trust it. */
export function asHistoryEvent(event: SessionEvent, origin: string | null): HistoryEvent {
  if (event.type === 'agent.message') return withSpeaker(event);
  if (event.type !== 'system.message') return event;
  const sender = origin === null ? null : (JSON.parse(origin) as { auth_method?: unknown });
  if (MAY_INSTRUCT.includes(sender?.auth_method)) return event;
  const { id, content, processed_at } = event;
  return { id, type: 'page.context', content, processed_at };
}

/** Marks the text that a person of the desk wrote in the agent's place: the agent must not take it for its own words. */
function withSpeaker(event: SessionEvent & { type: 'agent.message' }): SessionEvent {
  const isByPerson = event.content.some((block) => personOf(block) !== null);
  if (!isByPerson) return event;
  const content = event.content.map((block): MessageBlock => {
    const person = personOf(block);
    if (person === null || block.type !== 'text') return block;
    return { type: 'text', text: `[${person.name}, a person of the team] ${block.text}` };
  });
  return { ...event, content };
}
