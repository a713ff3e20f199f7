// Apps of tool servers that conversations have shown: each as it was then, so that nothing that a server changes later is shown
// in its place. They go with their session.

import type { Migration } from '../types.ts';

export const apps: Migration = {
  id: '097-apps',
  statements: [
    // html, terms: as the server gave them. terms: JSON of policy, permissions and border. One for all calls of a session that show it.
    `CREATE TABLE app_resources (
      session_id text NOT NULL REFERENCES sessions ON DELETE CASCADE,
      digest text NOT NULL,
      html text NOT NULL,
      terms text NOT NULL,
      PRIMARY KEY (session_id, digest)
    )`,
    // The frame of an app is asked for by its digest alone.
    'CREATE INDEX app_resources_by_digest ON app_resources (digest)',
    // server, url: of the agent's settings when it was called. tool, input, result: JSON, for the app alone. calls: how often the app
    // has called tools of its server.
    `CREATE TABLE shown_apps (
      session_id text NOT NULL,
      tool_use_id text NOT NULL,
      digest text NOT NULL,
      agent_id text NOT NULL,
      server text NOT NULL,
      url text NOT NULL,
      resource text NOT NULL,
      tool text NOT NULL,
      input text NOT NULL,
      result text NOT NULL,
      calls integer NOT NULL DEFAULT 0,
      PRIMARY KEY (session_id, tool_use_id),
      FOREIGN KEY (session_id, digest) REFERENCES app_resources ON DELETE CASCADE
    )`,
  ],
};
