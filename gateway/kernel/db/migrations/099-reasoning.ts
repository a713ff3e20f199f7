// What a model thought before it called tools, while its run goes on: some providers want it back with the tools' results.

import type { Migration } from '../types.ts';

export const reasoning: Migration = {
  id: '099-reasoning',
  statements: [
    // tool_use_id: of the turn's first call. model: by whom alone it can be read. parts: JSON of the agent's own. Deleted when its run ends.
    `CREATE TABLE run_reasoning (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      tool_use_id text NOT NULL,
      run_id text NOT NULL,
      model text NOT NULL,
      parts text NOT NULL,
      PRIMARY KEY (session_id, tool_use_id)
    )`,
  ],
};
