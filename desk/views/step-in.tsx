// Below the messages: who answers, the field in which a person does, and the field for a note among colleagues.

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ConversationEntry } from '../../gateway/desk-types.ts';
import type { Held } from '../model/outgoing.ts';
import { peopleIn } from '../model/presences.ts';
import { pageTitleOf } from '../model/rows.ts';
import {
  fillFields,
  findColleagues,
  findReplies,
  mentionsIn,
  strangerIn,
  unfilledIn,
} from '../model/suggest.ts';
import { nameOfVisitor } from '../model/visitor.ts';
import { DraftButton } from './colleague/draft-button.tsx';
import { useAct } from './use-act.ts';
import type { View } from './view.ts';
import { useAttaching } from './work/attach.tsx';
import { MoreOnPhone } from './work/more-on-phone.tsx';
import { PresenceLine } from './work/presences.tsx';
import { RepliesMenu } from './work/replies-menu.tsx';
import { WriteField } from './work/write-field.tsx';

export function StepIn({ view, entry }: { view: View; entry: ConversationEntry }) {
  const { t, desk } = view;
  const { conversation, outgoing, work } = desk;
  const me = desk.me.value;
  const act = useAct(view);
  const isNoting = useSignal(false);
  /** Counts what was taken back or refused: the field is made anew with it. */
  const drafts = useSignal(0);
  /** What was asked about a colleague who answers, once; null: nothing. */
  const asked = useSignal<'send' | 'take' | null>(null);
  /** The text that was asked about since a field of it has no value, and that field. */
  const unfilled = useSignal<{ text: string; field: string } | null>(null);
  /** A key for an answer, while somebody else has the conversation. */
  const isRefused = useSignal(false);
  /** The note that was asked about since a name in it is nobody's, and that name. */
  const stranger = useSignal<{ text: string; name: string } | null>(null);
  const holder = entry.held_by;
  const id = entry.session_id;
  const isMine = holder !== null && holder.person_id === me?.person_id;
  const held = outgoing.held.value?.sessionId === id ? outgoing.held.value : null;
  const refused = outgoing.refused.value?.sessionId === id ? outgoing.refused.value : null;
  const other = peopleIn(desk.presences.people.value, id).find(
    ({ state }) => state === 'answering',
  );
  /** @returns whether it may be done now: while a colleague answers the first press only asks. */
  const isSure = (what: 'send' | 'take') => {
    const isFirst = other !== undefined && asked.peek() !== what;
    asked.value = isFirst ? what : null;
    return !isFirst;
  };
  const question = other === undefined ? null : asked.value;
  const attaching = useAttaching(view);
  const giveBack = ({ text, files }: Pick<Held, 'text' | 'files'>) => {
    unfilled.value = null;
    view.drafts.write(id, text);
    attaching.files.value = files;
    drafts.value += 1;
  };
  useLayoutEffect(() => {
    if (refused !== null && view.drafts.read(id) === '') giveBack(refused);
  }, [refused]);
  // Who pressed "Note", "Take over", "Undo", "Draft" or a key types next: keys that reached the page instead would close what they read.
  const footer = useRef<HTMLElement>(null);
  const wish = desk.writing.value?.sessionId === id ? desk.writing.value : null;
  const wait = (what: 'answer' | 'note') => {
    desk.writing.value = { sessionId: id, what };
  };
  const endWait = () => {
    if (desk.writing.peek()?.sessionId === id) desk.writing.value = null;
  };
  const takeOver = () => {
    isRefused.value = false;
    if (act.isBusy.peek() || !isSure('take')) return;
    desk.asNamed(() => {
      wait('answer');
      act.run(async () => {
        await conversation.takeOver();
        // What was begun as a note stays one: it is its draft.
        isNoting.value = false;
      }, '');
    });
  };
  useLayoutEffect(() => {
    if (wish?.what !== 'reply' && wish?.what !== 'take') return;
    endWait();
    if (me === null || me.role === 'viewer') return;
    if (isMine) {
      isNoting.value = false;
      wait('answer');
    } else if (wish.what === 'reply' && holder !== null) isRefused.value = true;
    else takeOver();
  }, [wish]);
  useLayoutEffect(() => {
    if (wish?.what !== 'answer' && wish?.what !== 'note') return;
    const field = footer.current?.querySelector('textarea');
    const isThere = field && wish.what === (isNoting.value ? 'note' : 'answer');
    // One that doesn't come, as after a refusal, isn't waited for.
    if (isThere || !act.isBusy.value) endWait();
    if (isThere) field.focus();
  });

  /** In place of what is selected in the field, else where somebody wrote last. */
  const insert = (text: string) => {
    const field = footer.current?.querySelector('textarea');
    if (!field) return;
    field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
    view.drafts.write(id, field.value);
    unfilled.value = null;
    field.focus();
  };
  const fields = () => {
    const visitor = nameOfVisitor(entry);
    return {
      'visitor.name': 'name' in visitor ? visitor.name : '',
      'me.name': me?.name ?? '',
      'page.title': pageTitleOf(conversation.events.peek()),
    };
  };
  /** @returns whether it was posted: where a name is nobody's the first press only asks. */
  const postNote = async (text: string) => {
    const isDone = await act.run(async () => {
      // Who has come since the list was read is somebody, too.
      if (text.includes('@')) await work.loadColleagues();
      const people = work.colleagues.peek();
      const name = strangerIn(text, people);
      const wasAsked = stranger.peek()?.text === text;
      stranger.value = name === null || wasAsked ? null : { text, name };
      if (stranger.peek() === null) await conversation.note(text, mentionsIn(text, people));
    }, '');
    return isDone && stranger.peek() === null;
  };
  const noteButton = me?.role !== 'viewer' && (
    <button
      type="button"
      class="button"
      aria-pressed={isNoting.value}
      onClick={() => {
        isNoting.value = !isNoting.value;
        unfilled.value = null;
        if (isNoting.value) wait('note');
        else if (isMine) wait('answer');
      }}
    >
      {t('note')}
    </button>
  );

  return (
    <footer
      ref={footer}
      class={`step-in${isMine ? ' mine' : ''}${isNoting.value ? ' noting' : ''}`}
    >
      <p class="error" role="alert">
        {refused === null ? act.error.value : t('failed', { why: refused.why })}
      </p>
      <p class="asks" role="alert" dir="auto">
        {other !== undefined &&
          question !== null &&
          t(question === 'send' ? 'answersToo' : 'answersNow', { name: other.name })}
        {isRefused.value && holder !== null && !isMine && t('otherAnswers', { name: holder.name })}
        {unfilled.value !== null && t('unfilledToo', { field: unfilled.value.field })}
        {isNoting.value &&
          stranger.value !== null &&
          t('strangerToo', { name: stranger.value.name })}
      </p>
      {question === null && <PresenceLine view={view} sessionId={id} />}
      {isNoting.value ? (
        <>
          <p class="quiet">{t('noteOnly')}</p>
          <WriteField
            key="note"
            view={view}
            draft={`note-${id}`}
            label={t('writeNote')}
            hint={t('sendHint')}
            send={t('saveNote')}
            mark="@"
            suggest={(words) =>
              findColleagues(work.colleagues.peek(), words).map(({ person_id, name }) => ({
                key: person_id,
                name,
                more: '',
                text: `@${name} `,
              }))
            }
            onMark={() => work.loadColleagues()}
            onType={() => {}}
            onSend={postNote}
          />
        </>
      ) : (
        isMine &&
        me !== null && (
          <WriteField
            key={`say-${drafts.value}`}
            view={view}
            draft={id}
            label={t('writeAs', { name: me.name })}
            hint={`${t('sendHint')} ${t('slashHint')}`}
            send={t(question === 'send' || unfilled.value !== null ? 'sendAnyway' : 'send')}
            mark="/"
            suggest={(words) =>
              findReplies(
                work.replies.peek(),
                words,
                entry.language ?? view.texts.peek().language,
              ).map(({ reply_id, name, text }) => ({
                key: reply_id,
                name,
                more: text.slice(0, 80),
                text: fillFields(text, fields()),
              }))
            }
            attaching={attaching}
            onType={() => {
              conversation.noteTyping();
              desk.presences.noteTyping();
            }}
            onChange={() => {
              unfilled.value = null;
            }}
            onSend={(text) => {
              const field = unfilledIn(text);
              const wasAsked = unfilled.peek()?.text === text;
              unfilled.value = field === null || wasAsked ? null : { text, field };
              if (unfilled.peek() !== null || !isSure('send')) return false;
              desk.presences.endTyping();
              outgoing.send(id, text, attaching.files.peek());
              return true;
            }}
          />
        )
      )}
      {held !== null && (
        <p class="held-back" role="status">
          <span dir="auto">
            {t('sendingSoon')}{' '}
            {held.text.slice(0, 60) || held.files.map(({ title }) => title).join(', ')}
          </span>
          <button
            type="button"
            class="button small"
            onClick={() => {
              const message = outgoing.undo();
              isNoting.value = false;
              wait('answer');
              if (message !== null) giveBack(message);
            }}
          >
            {t('undoSend')}
          </button>
        </p>
      )}
      <div class="who-answers">
        {/* The field and the name above say it to who sees them. */}
        <p role="status" dir="auto" class={isMine ? 'hidden' : undefined}>
          {isMine
            ? t('youAnswer')
            : holder !== null
              ? t('otherAnswers', { name: holder.name })
              : t(entry.wanted_at === null ? 'agentAnswers' : 'wantsPerson')}
        </p>
        {isMine && !isNoting.value && (
          <DraftButton
            view={view}
            sessionId={id}
            onDraft={(text) => {
              wait('answer');
              giveBack({ text, files: attaching.files.peek() });
            }}
          />
        )}
        {isMine ? (
          <MoreOnPhone view={view} id="answer-more">
            {!isNoting.value && (
              <RepliesMenu
                view={view}
                language={entry.language ?? view.texts.value.language}
                onTake={({ text }) => insert(fillFields(text, fields()))}
              />
            )}
            {noteButton}
            <button
              type="button"
              class="button hand-back"
              aria-disabled={act.isBusy.value}
              onClick={() => {
                act.run(async () => {
                  await outgoing.flush();
                  await conversation.handBack();
                }, '');
              }}
            >
              {t('handBack')}
            </button>
          </MoreOnPhone>
        ) : (
          noteButton
        )}
        {me?.role !== 'viewer' && !isMine && (
          <button
            type="button"
            class={`button${entry.wanted_at === null ? '' : ' primary'}`}
            aria-disabled={act.isBusy.value}
            onClick={takeOver}
          >
            {holder === null ? t('takeOver') : t('takeOverFrom', { name: holder.name })}
          </button>
        )}
      </div>
    </footer>
  );
}
