// The side thread: people of the desk ask the agent about the open conversation.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ColleagueHelp } from '../../../gateway/desk-types.ts';
import { SurePress } from '../parts.tsx';
import { RichText } from '../rich-text.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const MAX_TEXT = 4000;

export function Thread(props: { view: View; sessionId: string; help: ColleagueHelp }) {
  const { view, sessionId, help } = props;
  const { t, desk } = view;
  const { format } = view.texts.value;
  const act = useAct(view);
  const field = useRef<HTMLTextAreaElement>(null);
  // Opened by a press, to be typed into.
  useLayoutEffect(() => field.current?.focus(), []);
  const ask = async () => {
    const text = field.current?.value.trim() ?? '';
    if (text === '') return;
    // What was refused stays in the field.
    const isAnswered = await act.run(() => desk.colleague.ask(sessionId, text), '');
    if (isAnswered && field.current !== null) field.current.value = '';
  };
  return (
    <div class="thread">
      <p class="hint">{t('threadText')}</p>
      <ol>
        {help.thread.map((one) => (
          <li key={one.text_id}>
            <p class="speaker" dir="auto">
              {one.name}: {one.asked}
            </p>
            {one.text === '' ? (
              <p class="quiet">{t('threadNothing')}</p>
            ) : (
              <RichText view={view} text={one.text} />
            )}
            {!one.is_by_model && <p class="hint">{t('withoutModel')}</p>}
            <p class="facts">
              <span>{format.relative(Date.parse(one.created_at), view.now.value)}</span>
              <SurePress
                label={t('taughtDelete')}
                sure={t('threadDelete')}
                about={one.asked}
                onSure={() => {
                  act.run(() => desk.colleague.remove(sessionId, one.text_id), '');
                }}
              />
            </p>
          </li>
        ))}
      </ol>
      <p class="error" role="alert">
        {act.error.value}
      </p>
      {help.is_on.ask && (
        <form
          class="composer"
          onSubmit={(event) => {
            event.preventDefault();
            ask();
          }}
        >
          <textarea
            ref={field}
            rows={2}
            maxLength={MAX_TEXT}
            aria-label={t('askAbout')}
            placeholder={t('askAbout')}
            dir="auto"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
              event.preventDefault();
              ask();
            }}
          />
          <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
            {t(act.isBusy.value ? 'agentThinks' : 'askIt')}
          </button>
        </form>
      )}
    </div>
  );
}
