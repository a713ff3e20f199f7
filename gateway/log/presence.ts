// Somebody of the desk in a conversation, as the processes tell each other of it. It is stored nowhere.

export const PRESENCE_STATES = ['reading', 'answering', 'gone'] as const;

export interface Presence {
  session_id: string;
  /** The conversation's site. */
  client_id: string | null;
  person_id: string;
  name: string;
  state: (typeof PRESENCE_STATES)[number];
}
