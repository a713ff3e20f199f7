// Below the messages: who answers, and the field in which a person does.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Conversation } from '../../gateway/desk-types.ts';
import type { ApiError } from '../edge/api.ts';
import type { View } from './view.ts';

const MAX_TEXT = 20_000;

export function StepIn({ view, entry }: { view: View; entry: Conversation }) {
  const { t, desk } = view;
  const { conversation } = desk;
  const me = desk.me.value;
  const isBusy = useSignal(false);
  const error = useSignal('');
  const holder = entry.held_by;
  const isMine = holder !== null && holder.person_id === me?.person_id;

  const run = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy.value) return false;
    isBusy.value = true;
    error.value = '';
    try {
      await work();
      return true;
    } catch (failure) {
      error.value = t('failed', { why: (failure as ApiError).message });
      return false;
    } finally {
      isBusy.value = false;
    }
  };

  return (
    <footer class={`step-in${isMine ? ' mine' : ''}`}>
      <p class="error" role="alert">
        {error.value}
      </p>
      {isMine && me !== null ? (
        <Composer
          view={view}
          name={me.name}
          isBusy={isBusy.value}
          onType={() => conversation.noteTyping()}
          onSend={(text) => run(() => conversation.say(text))}
        />
      ) : null}
      <div class="who-answers">
        <p role="status" dir="auto">
          {isMine
            ? t('youAnswer')
            : holder !== null
              ? t('otherAnswers', { name: holder.name })
              : t(entry.wanted_at === null ? 'agentAnswers' : 'wantsPerson')}
        </p>
        {me?.role === 'viewer' ? null : isMine ? (
          <button
            type="button"
            class="button"
            aria-disabled={isBusy.value}
            onClick={() => run(() => conversation.handBack())}
          >
            {t('handBack')}
          </button>
        ) : (
          <button
            type="button"
            class={`button${entry.wanted_at === null ? '' : ' primary'}`}
            aria-disabled={isBusy.value}
            onClick={() => desk.asNamed(() => run(() => conversation.takeOver()))}
          >
            {holder === null ? t('takeOver') : t('takeOverFrom', { name: holder.name })}
          </button>
        )}
      </div>
    </footer>
  );
}

function Composer(props: {
  view: View;
  name: string;
  isBusy: boolean;
  onType: () => void;
  onSend: (text: string) => Promise<boolean>;
}) {
  const { view, name, isBusy, onType, onSend } = props;
  const { t } = view;
  const field = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    const text = field.current?.value ?? '';
    if (text.trim() === '') return;
    // What was refused stays in the field.
    if ((await onSend(text)) && field.current !== null) field.current.value = '';
    field.current?.focus();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={2}
        maxLength={MAX_TEXT}
        aria-label={t('writeAs', { name })}
        placeholder={t('writeAs', { name })}
        title={t('sendHint')}
        dir="auto"
        onInput={(event) => {
          if (event.currentTarget.value.trim() !== '') onType();
        }}
        onKeyDown={(event) => {
          const isSend = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
          if (!isSend || event.keyCode === 229) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" class="button primary" aria-disabled={isBusy}>
        {t('send')}
      </button>
    </form>
  );
}
