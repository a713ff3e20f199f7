import { describe, expect, it } from 'vitest';
import { parseEvent } from '../../src/protocol/index.ts';
import type { DeskEvent } from '../model/conversation.ts';
import { rowsOf } from '../model/rows.ts';

/** The row of a call, with the result that came for it. */
function callWith(result: object | null) {
  const content = [{ type: 'tool_result', tool_use_id: 'toolu_1', ...result }];
  const events = [
    { id: 'e1', type: 'agent.tool_use', content: [{ type: 'tool_use', id: 'toolu_1', name: 'x' }] },
    ...(result === null ? [] : [{ id: 'e2', type: 'user.tool_result', content }]),
  ].map((event) => parseEvent({ processed_at: null, ...event }) as DeskEvent);
  const [row] = rowsOf(events);
  return row?.kind === 'tool' ? row.call : undefined;
}

const failed = (code: string) => ({ error: { code, message: 'So.', retryable: false } });

describe('a call of a tool', () => {
  it.each([
    ['the gateway has ended', { is_error: true, error_code: 'cancelled' }, 'cancelled'],
    ['the page has ended', { is_error: true, content: failed('cancelled') }, 'cancelled'],
    ['the visitor has said no to', { is_error: true, content: failed('declined') }, 'declined'],
    ['has failed', { is_error: true, content: failed('timeout') }, null],
    ['has failed in words of its own', { is_error: true, content: 'declined' }, null],
    ['is done', { content: 'cancelled' }, null],
  ])('that %s is told from one that failed', (_, result, unwanted) => {
    expect(callWith(result)).toMatchObject({ result: expect.anything(), unwanted });
  });

  it('that runs has no result yet', () => {
    expect(callWith(null)).toMatchObject({ result: null, unwanted: null });
  });
});
