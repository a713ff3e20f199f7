// The form by which the team answers a question in the agent's place, and how the agent answers it then.

import { useSignal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { TriedAnswer } from '../../../gateway/desk-types.ts';
import type { Lesson } from '../../model/learning.ts';
import { TextField } from '../parts.tsx';
import { RichText } from '../rich-text.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

const LOOK_MS = 1000;
const MAX_QUESTION = 2000;
const MAX_ANSWER = 20_000;

export function Teach(props: {
  view: View;
  sessionId: string;
  /** As the visitor has asked. */
  asked: string;
  /** The agent's message that is corrected. */
  eventId?: string;
  /** Nothing more is wanted of it. `isTaught`: an answer was saved. */
  onClose: (isTaught: boolean) => void;
}) {
  const { view, sessionId, asked, eventId, onClose } = props;
  const { t, desk } = view;
  const act = useAct(view);
  const tried = useSignal<TriedAnswer | null>(null);
  const id = useId();
  const shown = tried.value;
  const form = useRef<HTMLFormElement>(null);
  // Opened by a press, to be typed into.
  useLayoutEffect(
    () => form.current?.querySelector<HTMLElement>('textarea[name="answer"]')?.focus(),
    [],
  );
  useEffect(() => {
    if (shown?.trial.state !== 'answering') return undefined;
    return view.after(LOOK_MS, async () => {
      tried.value = await desk.learning.look(shown);
    });
  }, [shown]);
  if (shown !== null) {
    return <Tried view={view} tried={shown} onClose={() => onClose(true)} />;
  }
  return (
    <form
      ref={form}
      class="teach"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget as HTMLFormElement);
        const words = asked.trim().slice(0, MAX_QUESTION);
        const lesson: Lesson = {
          question: String(form.get('question') ?? ''),
          answer: String(form.get('answer') ?? ''),
          ...(words === '' ? {} : { asked: words }),
          ...(eventId === undefined ? {} : { event_id: eventId }),
        };
        act.run(async () => {
          tried.value = await desk.learning.teach(sessionId, lesson);
        }, '');
      }}
    >
      <TextField
        id={`${id}-question`}
        label={t('learnQuestion')}
        hint={t('learnQuestionHint')}
        name="question"
        rows={2}
        required
        maxLength={MAX_QUESTION}
        dir="auto"
        defaultValue={asked}
      />
      <TextField
        id={`${id}-answer`}
        label={t('learnAnswer')}
        hint={t('learnAnswerHint')}
        name="answer"
        rows={4}
        required
        maxLength={MAX_ANSWER}
        dir="auto"
      />
      {eventId !== undefined && <p class="hint">{t('correctHint')}</p>}
      <p class="error" role="alert">
        {act.error.value}
      </p>
      <div class="buttons start">
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('teach')}
        </button>
        <button type="button" class="button" onClick={() => onClose(false)}>
          {t('cancel')}
        </button>
      </div>
    </form>
  );
}

function Tried({ view, tried, onClose }: { view: View; tried: TriedAnswer; onClose: () => void }) {
  const { t } = view;
  const { state, text, fault } = tried.trial;
  return (
    <div class="teach">
      <h4>{t(state === 'answering' ? 'taughtAsking' : 'taughtAnswers')}</h4>
      {text !== '' && <RichText view={view} text={text} />}
      {state === 'answered' && text === '' && <p class="quiet">{t('taughtSilent')}</p>}
      {state === 'gone' && <p class="quiet">{t('taughtGone')}</p>}
      {state === 'failed' && (
        <p class="error" role="alert">
          {t('taughtFailed', { why: fault ?? t('gone') })}
        </p>
      )}
      <h4>{t('taughtFound')}</h4>
      {tried.passages.length === 0 ? (
        <p class="quiet">{t('taughtNothing')}</p>
      ) : (
        <ol class="passages">
          {tried.passages.map((passage, index) => (
            <li key={index}>
              <p class="facts">
                <strong dir="auto">{passage.title}</strong>
                {passage.is_new && <span class="chip">{t('taughtNew')}</span>}
              </p>
              <p class="plain-text quiet" dir="auto">
                {passage.text}
              </p>
            </li>
          ))}
        </ol>
      )}
      <div class="buttons start">
        <button type="button" class="button" onClick={onClose}>
          {t('taughtDone')}
        </button>
      </div>
    </div>
  );
}
