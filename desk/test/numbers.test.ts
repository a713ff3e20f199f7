import { expect, it } from 'vitest';
import type { Numbers } from '../../gateway/desk-types.ts';
import { csvOf, shareCsvOf } from '../model/numbers.ts';

const NOTHING = {
  conversations: 0,
  visitor_messages: 0,
  agent_messages: 0,
  failed_runs: 0,
  tools: 0,
  failed_tools: 0,
  thumbs_up: 0,
  thumbs_down: 0,
  credits_nano: 0,
  requests: 0,
  first_word_ms: null,
};

it('the table of time has a line for each bucket, what visitors said of answers among its columns', () => {
  const start_time = '2026-03-01T00:00:00.000Z';
  const report = {
    buckets: [{ ...NOTHING, start_time, conversations: 3, thumbs_up: 2, thumbs_down: 1 }],
  } as unknown as Numbers;
  expect(csvOf(report).split('\r\n')).toEqual([
    'start_time,conversations,visitor_messages,agent_messages,failed_runs,tools,failed_tools,thumbs_up,thumbs_down,requests,credits_nano,first_word_ms',
    `${start_time},3,0,0,0,0,0,2,1,0,0,`,
    '',
  ]);
});

it('a name stays one cell of text, whatever a site is called', () => {
  const share = { credits_nano: 5, requests: 2, thumbs_up: 1, thumbs_down: 0 };
  const named = (name: string) => ({ ...share, name });
  const names = ['Lamps, "best"', '=HYPERLINK("https://evil.example")', '-1', 'a\nb', ''];
  expect(shareCsvOf(names.map(named)).split('\r\n')).toEqual([
    'name,requests,credits_nano,thumbs_up,thumbs_down',
    '"Lamps, ""best""",2,5,1,0',
    `"'=HYPERLINK(""https://evil.example"")",2,5,1,0`,
    "'-1,2,5,1,0",
    '"a\nb",2,5,1,0',
    ',2,5,1,0',
    '',
  ]);
});
