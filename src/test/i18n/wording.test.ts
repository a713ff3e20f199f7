// The codes are pinned here as literals: a code that loses its words must fail, not fall back.
import { describe, expect, it } from 'vitest';
import { createI18n } from '../../i18n/index.ts';
import { wordToolError } from '../../i18n/tool-wording.ts';
import { wordRunError, wordStopReason } from '../../i18n/wording.ts';

const { t } = createI18n({ hints: {} });

describe('what a failed run says', () => {
  it.each([
    ['upstream_error', 'Something went wrong.', 'retry,contact'],
    ['unclassified', 'Something went wrong.', 'retry,contact'],
    ['internal_error', 'Something went wrong.', 'retry,contact'],
    ['a_code_from_the_future', 'Something went wrong.', 'retry,contact'],
    ['rate_limit_error', 'The assistant is busy.', 'retry-later,contact'],
    ['upstream_timeout', 'That took too long.', 'retry,edit,contact'],
    ['run_timeout', 'That took too long.', 'retry,edit,contact'],
    ['context_exceeded', 'This conversation is full.', 'start-new'],
    ['max_iterations', 'Too much for one go.', 'edit'],
    ['run_interrupted', 'The reply was interrupted.', 'retry'],
    ['run_abandoned', 'The reply was interrupted.', 'retry'],
    ['run_not_scheduled', 'Saved, but not answered.', 'retry,contact'],
    ['invalid_tool_schema', 'Chat isn’t working right now.', 'retry,contact'],
    ['toolset_incomplete', 'Chat isn’t working right now.', 'contact'],
    ['insufficient_credits', 'Chat is paused.', 'contact'],
    ['attachment_unsupported', 'Can’t read plan.pdf.', 'remove-file'],
  ])('%s: %s', (code, text, ways) => {
    const wording = wordRunError(code);
    const said =
      wording.text === 'cantRead'
        ? t('cantRead', { name: 'plan.pdf' })
        : t(wording.text as 'wrong');
    expect([said, wording.ways.join()]).toEqual([text, ways]);
  });
});

describe('what the end of a run says', () => {
  it.each([
    ['max_tokens', 'Answer cut short.', 'continue'],
    ['model_context_window_exceeded', 'This conversation is full.', 'start-new'],
    ['user_cancelled', 'Reply stopped.', 'retry,edit'],
  ])('%s: %s', (reason, text, ways) => {
    const wording = wordStopReason(reason);
    expect([wording && t(wording.text as 'wrong'), wording?.ways.join()]).toEqual([text, ways]);
  });

  it.each(['end_turn', 'client_tool_use', 'a_reason_from_the_future'])('%s: nothing', (reason) => {
    expect(wordStopReason(reason)).toBeNull();
  });
});

describe('what a failed tool says', () => {
  it.each([
    ['invalid_input', 'Couldn’t do that with these details'],
    ['permission_denied', 'You don’t have access'],
    ['not_found', 'Not found'],
    ['tool_unavailable', 'Not available on this page'],
    ['declined', 'You said no'],
    ['cancelled', 'Skipped'],
    ['rate_limited', 'Too many tries just now'],
    ['timeout', 'Took too long'],
    ['unavailable', 'Not available right now'],
    ['wp_fatal_error', 'The site had a problem'],
    ['execution_failed', 'That didn’t work'],
    ['internal_error', 'That didn’t work'],
    ['a_code_from_the_future', 'That didn’t work'],
  ])('%s: %s', (code, text) => {
    expect(t(wordToolError(code, null) as 'wrong')).toBe(text);
  });
});
