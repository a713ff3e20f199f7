// The id that a test plants for each parameter in the path of a documented call.

export const PATH_IDS: Readonly<Record<string, string>> = {
  site_id: 's1',
  client_id: 'k1',
  session_id: 'x1',
  agent_id: 'a1',
  collection_id: 'c1',
  webhook_id: 'w1',
};
