import { describe, expect, it } from 'vitest';
import { draftOf, withDraft, withoutSecrets } from '../model/agent-draft.ts';
import type { AgentSettings } from '../model/agent-fields.ts';
import type { Fields } from '../model/agent-form.ts';

function fields(values: Readonly<Record<string, string | readonly string[]>>): Fields {
  const all = (name: string) => [values[name] ?? []].flat();
  return { get: (name) => all(name)[0] ?? null, getAll: all };
}

const FORM = {
  name: 'Concierge',
  kind: 'model',
  may: 'all',
  instructions: 'Be kind.',
  'server-name': ['orders'],
  'server-url': ['https://shop.example/mcp'],
  'server-tools': ['*'],
  'server-headers': [''],
};
const SAVED = {
  name: 'Concierge',
  settings: {
    kind: 'model',
    instructions: 'Be kind.',
    model: 'gpt-5',
    limits: {
      output_tokens: null,
      turns: 3,
      credits_nano_per_visitor_day: null,
      reached_text: null,
    },
    tool_servers: [
      {
        name: 'orders',
        url: 'https://shop.example/mcp',
        tools: ['*'],
        ask: [],
        header_names: ['Authorization'],
      },
    ],
  } as unknown as AgentSettings,
};
const start = withoutSecrets(fields(FORM));

describe('what was typed into an agent’s form and not saved', () => {
  it('is nothing while the form says what it began with', () => {
    expect(draftOf(fields(FORM), start)).toBe('');
    expect(withDraft(SAVED, '')).toBeNull();
  });

  it('comes back above what is saved, and leaves the rest as a colleague may have saved it since', () => {
    const draft = draftOf(fields({ ...FORM, instructions: 'Be brief.' }), start);
    const since = { name: 'Clerk', settings: { ...SAVED.settings, model: 'gpt-6' } };
    expect(withDraft(since, draft)).toMatchObject({
      name: 'Clerk',
      settings: { instructions: 'Be brief.', model: 'gpt-6', limits: { turns: 3 } },
    });
  });

  it('never holds a header, and keeps the names of those that are saved', () => {
    const draft = draftOf(
      fields({
        ...FORM,
        'server-tools': ['find_*'],
        'server-headers': ['Authorization: Bearer secret'],
        'backend-headers': 'Authorization: Bearer secret',
      }),
      start,
    );
    expect(draft).not.toContain('secret');
    expect(withDraft(SAVED, draft)?.settings.tool_servers).toEqual([
      {
        name: 'orders',
        url: 'https://shop.example/mcp',
        tools: ['find_*'],
        ask: [],
        header_names: ['Authorization'],
      },
    ]);
  });

  it('is left alone where it can’t be read', () => {
    expect(withDraft(SAVED, '{"name":')).toBeNull();
  });
});
