// What is too long for anyone: as JSON of the gateway, to be drawn by the panel. Sizes that no honest answer has.

export const HUGE = [
  'a megabyte of words in one message',
  '100,000 sources',
  '10,000 blocks',
  '10,000 tools in one turn',
  '10,000 messages',
  '10,000 answers in one turn',
  'a megabyte of a tool’s input',
  '10,000 fields of a tool’s input',
  'an input that is nested 3,000 deep',
  'a megabyte of a tool’s result',
] as const;
export type Huge = (typeof HUGE)[number];

const MANY = 10_000;
const text = (words: string) => ({ type: 'text', text: words });

export function hugeEvents(kind: Huge): unknown[] {
  const event = (id: string, type: string, content: unknown) => ({
    id,
    type,
    content,
    created_at: '2026-01-01T00:00:00Z',
    processed_at: '2026-01-01T00:00:00Z',
  });
  const answer = (...content: unknown[]) => event('answer', 'agent.message', content);
  const call = (id: string, input: object) =>
    event(id, 'agent.tool_use', [{ type: 'tool_use', id: `use_${id}`, name: 'look', input }]);
  const first = event('first', 'user.message', [text('go')]);
  const idle = event('idle', 'session.status_idle', { stop_reason: 'end_turn', context_tokens: 1 });
  switch (kind) {
    case 'a megabyte of words in one message':
      return [first, answer(text('some words of it '.repeat(62_500))), idle];
    case '100,000 sources':
      return [
        first,
        answer({
          ...text('See.'),
          citations: Array.from({ length: 100_000 }, (_, at) => ({
            type: 'knowledge_base',
            document_uri: `https://ok.test/${at}`,
            document_title: `Source ${at}`,
          })),
        }),
        idle,
      ];
    case '10,000 blocks':
      return [first, answer(...Array.from({ length: MANY }, (_, at) => text(`Block ${at}`))), idle];
    case '10,000 tools in one turn':
      return [first, ...Array.from({ length: MANY }, (_, at) => call(`${at}`, { at })), idle];
    case '10,000 messages':
      return Array.from({ length: MANY }, (_, at) => event(`m${at}`, 'user.message', [text('hi')]));
    case '10,000 answers in one turn':
      return [
        first,
        ...Array.from({ length: MANY }, (_, at) => ({
          ...answer(text(`Part ${at}`)),
          id: `a${at}`,
        })),
        idle,
      ];
    case '10,000 fields of a tool’s input': {
      const fields = Array.from({ length: MANY }, (_, at) => [`field ${at}`, `value ${at}`]);
      return [first, call('wide', Object.fromEntries(fields)), idle];
    }
    case 'an input that is nested 3,000 deep': {
      let deep: unknown = 1;
      for (let level = 0; level < 3000; level++) deep = [deep];
      return [first, call('deep', { deep }), idle];
    }
    case 'a megabyte of a tool’s result': {
      const block = { type: 'tool_result', tool_use_id: 'use_big', content: 'x '.repeat(500_000) };
      return [first, call('big', {}), event('result', 'user.tool_result', [block]), idle];
    }
    case 'a megabyte of a tool’s input':
      return [first, call('big', { text: 'x'.repeat(1_000_000) }), idle];
  }
}
