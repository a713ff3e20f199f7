import { describe, expect, it } from 'vitest';
import { parseEvents } from '../../protocol/index.ts';
import { withholdEntries } from '../../session/withhold.ts';

const event = (id: string, type: string, content: unknown) => ({
  id,
  type,
  content,
  processed_at: null,
});
const used = (id: string, name: string) =>
  event(`use ${id}`, 'agent.tool_use', [{ type: 'tool_use', id, name, input: {} }]);
const result = (id: string, more: object = {}) =>
  event(`result ${id}`, 'user.tool_result', [
    { type: 'tool_result', tool_use_id: id, content: `result of ${id}`, ...more },
  ]);

describe('what of the log is stored', () => {
  it('[ST19] leaves out what was entered into a form, and results whose call isn’t there', () => {
    const all = parseEvents([
      result('older'),
      used('form', 'ask_form'),
      used('search', 'search_products'),
      result('form'),
      result('search'),
    ]);
    const stored = JSON.stringify(withholdEntries(all, all));
    expect(stored).toContain('result of search');
    expect(stored).not.toContain('result of form');
    expect(stored).not.toContain('result of older');
    expect(parseEvents(JSON.parse(stored))).toHaveLength(all.length);
  });

  it('keeps the very events of which nothing is left out', () => {
    const all = parseEvents([used('search', 'search_products'), result('search')]);
    expect(withholdEntries(all, all)).toEqual(all);
    expect(withholdEntries(all, all)[1]).toBe(all[1]);
  });
});
