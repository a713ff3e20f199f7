// Backends of agents that keep the conversation themselves: by what a conversation goes there. It goes with its session.

import type { Migration } from '../types.ts';

export const backendSessions: Migration = {
  id: '098-backend-sessions',
  statements: [
    // backend: kind, address and what else tells one from the other. state: JSON, in the words of that kind's protocol: ids and names,
    // nothing that anybody has said.
    `CREATE TABLE backend_sessions (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      backend text NOT NULL,
      state text NOT NULL,
      PRIMARY KEY (session_id, backend)
    )`,
  ],
};
