// Previews: the parts of a message that open streams show before the message is in the log.

/**
 * A piece of an agent.message that is still being written, or that a person of the desk is typing one, which no event
 * follows; best effort, never stored.
 */
export type Preview =
  | { type: 'event_start'; event: { type: 'agent.message' | 'person.typing'; id: string } }
  | {
      type: 'event_delta';
      event_id: string;
      delta: { type: 'content_delta'; index: number; content: { type: 'text'; text: string } };
    };
