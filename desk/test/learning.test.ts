// Which of a visitor's questions a conversation itself shows to have got no answer.

import { expect, it } from 'vitest';
import type { DeskEvent } from '../model/conversation.ts';
import { unansweredIn } from '../model/learning.ts';
import { rowsOf } from '../model/rows.ts';

const event = (id: string, type: string, content: unknown) =>
  ({ id, type, content, processed_at: null, run_id: null }) as unknown as DeskEvent;
const said = (id: string, type: string) => event(id, type, [{ type: 'text', text: id }]);

it('is what was asked last before a run failed or the agent asked for a person, and nothing else', () => {
  const rows = rowsOf([
    said('hello', 'user.message'),
    said('welcome', 'agent.message'),
    said('broken', 'user.message'),
    event('failed', 'session.error', { code: 'run_timeout', text: 'Too long.' }),
    said('ordinary', 'user.message'),
    event('look', 'agent.tool_use', [{ type: 'tool_use', id: 't1', name: 'search', input: {} }]),
    said('found', 'agent.message'),
    said('hard', 'user.message'),
    event('ask', 'agent.tool_use', [
      { type: 'tool_use', id: 't2', name: 'request_human', input: {} },
    ]),
  ]);
  expect([...unansweredIn(rows)]).toEqual(['broken', 'hard']);
});
