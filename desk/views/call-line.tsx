// One call of a tool in a line: what was done, and how it went.

import { REQUEST_HUMAN, type ToolCall } from '../model/rows.ts';
import { RATING_WORDS } from './person/rating.tsx';
import { ToolName } from './tool-name.tsx';
import type { View } from './view.ts';

/** What the gateway itself asks by it; undefined: it is an agent's. */
const asksOf = ({ desk }: View, { runId }: ToolCall) =>
  runId === null ? undefined : desk.conversation.runs.value[runId]?.asks;

/** A visitor who skips a question of the gateway has made nothing fail. */
export const hasFailed = (view: View, call: ToolCall): boolean =>
  call.result?.is_error === true && call.unwanted === null && asksOf(view, call) === undefined;

const UNWANTED = { declined: 'toolDeclined', cancelled: 'toolCancelled' } as const;

export function CallLine({ view, call }: { view: View; call: ToolCall }) {
  const { t } = view;
  const { format } = view.texts.value;
  const asks = asksOf(view, call);
  if (asks !== undefined) {
    return (
      <>
        <span>{t(asks === 'rating' ? 'askedRating' : 'askedEmail')}</span>
        <span dir="auto">{answer()}</span>
      </>
    );
  }
  return (
    <>
      <ToolName view={view} name={call.name} />
      <span>
        {call.result === null
          ? t('toolRunning')
          : call.result.is_error === true
            ? t(call.unwanted === null ? 'toolFailed' : UNWANTED[call.unwanted])
            : call.name !== REQUEST_HUMAN && t('toolDone')}
        {call.durationMs !== null &&
          call.durationMs >= 50 &&
          `, ${format.duration(call.durationMs)}`}
      </span>
    </>
  );

  /** A conversation is rated once; where an address goes its visitor's mail says. */
  function answer(): string {
    if (call.result?.is_error === true) return t('askedSilent');
    const { value = null, comment = null } = view.desk.conversation.entry.value?.rating ?? {};
    if (asks === 'rating' && value !== null) {
      const rating = t(RATING_WORDS[value]);
      return comment === null ? rating : t('ratingSaid', { rating, comment });
    }
    return t(call.result === null ? 'askedOpen' : 'toolDone');
  }
}
