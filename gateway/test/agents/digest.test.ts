import { describe, expect, it } from 'vitest';
import { digest } from '../../agents/digest.ts';
import { estimateTokens } from '../../log/tokens.ts';
import type { SessionEvent } from '../../wire.ts';

let count = 0;
const base = () => ({ id: `event_${++count}`, processed_at: null });
const user = (text: string): SessionEvent => ({
  ...base(),
  type: 'user.message',
  content: [{ type: 'text', text }],
});

describe('an extract of a conversation', () => {
  it('has a line for everything that was said and done', () => {
    const history: SessionEvent[] = [
      {
        ...base(),
        type: 'session.compaction',
        content: [{ type: 'text', text: 'Agent: earlier' }],
      },
      { ...base(), type: 'system.message', content: [{ type: 'text', text: 'Be kind.' }] },
      {
        ...base(),
        type: 'user.message',
        content: [
          { type: 'text', text: 'Add\nthis' },
          { type: 'document', title: 'List', source: { type: 'url', url: 'https://a.example/' } },
        ],
      },
      {
        ...base(),
        type: 'agent.tool_use',
        content: [{ type: 'tool_use', id: 't', name: 'add', input: { id: 'mug' } }],
      },
      {
        ...base(),
        type: 'user.tool_result',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: '{"ok":true}' },
          {
            type: 'tool_result',
            tool_use_id: 'u',
            is_error: true,
            error_code: 'declined',
            content: { error: { code: 'declined', message: 'No thanks.', retryable: false } },
          },
          { type: 'tool_result', tool_use_id: 'v', status: 'tool_loaded' },
        ],
      },
      { ...base(), type: 'agent.message', content: [{ type: 'text', text: 'Done.' }] },
      { ...base(), type: 'session.error', content: { code: 'run_timeout', text: 'x' } },
    ];
    expect(digest(history, 500).split('\n')).toEqual([
      'Agent: earlier',
      'Site: Be kind.',
      'Visitor: Add this [document: List]',
      'Agent called add {"id":"mug"}',
      'Result: {"ok":true}',
      'Failed (declined): No thanks.',
      'Result: tool_loaded',
      'Agent: Done.',
      '(No answer: run_timeout.)',
    ]);
  });

  it.each([30, 60, 200, 1000])(
    'fits into %i tokens, shortening all lines alike first',
    (tokens) => {
      const history = Array.from({ length: 12 }, (_, n) => user(`${n} ${'word '.repeat(200)}`));
      const text = digest(history, tokens);
      expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
      expect(text).toContain(`Visitor: 11 word`);
      if (tokens >= 200) expect(text).toContain('Visitor: 0 word');
      else expect(text).toMatch(/^\(What came before is left out\.\)\n/);
    },
  );

  it('cuts no character in half, and counts a dense script by its characters', () => {
    const text = digest([user('😀'.repeat(3000)), user('茶'.repeat(3000))], 300);
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    expect(estimateTokens('茶'.repeat(100))).toBe(100);
    expect(estimateTokens(text)).toBeLessThanOrEqual(300);
  });

  it('says so where nothing was said', () => {
    expect(digest([], 100)).toBe('(Nothing was said.)');
  });
});
