// Previews: the parts of a message that open streams show before the message is in the log.

export const PREVIEW_TYPES = ['agent.message', 'person.typing', 'tool.progress'] as const;
type PreviewType = (typeof PREVIEW_TYPES)[number];

/**
 * A piece of an agent.message that is still being written; or that a person of the desk is typing one, or how far a call is that
 * the gateway runs, under the call's id: no event follows these two. Best effort, never stored.
 */
export type Preview =
  | { type: 'event_start'; event: { type: PreviewType; id: string } }
  | {
      type: 'event_delta';
      event_id: string;
      delta: { type: 'content_delta'; index: number; content: { type: 'text'; text: string } };
    };
