// Above an open conversation: what the agent tells the team about it, and no visitor sees. Each part is there where an owner has
// switched it on.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Conversation, KeptText, Suggestion } from '../../../gateway/desk-types.ts';
import { rowsOf } from '../../model/rows.ts';
import { RichText } from '../rich-text.tsx';
import { type Act, useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { MoreOnPhone } from '../work/more-on-phone.tsx';
import { Thread } from './thread.tsx';

/** Shorter ones are read as quickly as their summary. */
const LONG_MESSAGES = 6;

export function Helper({ view, entry }: { view: View; entry: Conversation }) {
  const { t, desk } = view;
  const { colleague } = desk;
  const id = entry.session_id;
  const act = useAct(view);
  const isAsking = useSignal(false);
  const help = colleague.help.value;
  const me = desk.me.value;
  const isMine = entry.held_by !== null && entry.held_by.person_id === me?.person_id;
  const wasMine = useRef(isMine);
  const isRead = useRef(false);
  // Whatever changes in the conversation may be a colleague's question, too.
  useEffect(() => {
    const isOff = help !== null && !Object.values(help.is_on).includes(true);
    if (isRead.current && isOff) return;
    isRead.current = true;
    colleague.open(id);
  }, [id, entry]);
  useEffect(() => {
    const isTaken = isMine && !wasMine.current;
    wasMine.current = isMine;
    // Joining, thinking and tools aren't words: a summary of one answer would only be charged.
    const said = rowsOf(desk.conversation.events.peek()).filter(
      ({ kind }) => kind === 'visitor' || kind === 'agent' || kind === 'person',
    );
    const isLong = said.length >= LONG_MESSAGES;
    const isThere = help?.summary?.is_old === false;
    if (isTaken && isLong && !isThere && help?.is_on.summary === true) {
      act.run(() => colleague.summarise(id), '');
    }
  }, [isMine]);
  if (help === null || me === null) return null;
  const { is_on, summary, suggestion, thread } = help;
  const mayAsk = me.role !== 'viewer';
  const isEmpty = summary === null && suggestion === null && thread.length === 0;
  if (!(mayAsk && (is_on.summary || is_on.suggest || is_on.ask)) && isEmpty) return null;
  return (
    <section class="helper" aria-label={t('helper')}>
      {mayAsk && (
        <div class="helper-acts">
          <MoreOnPhone view={view} id="helper-more" label={t('helper')}>
            {is_on.summary && (
              <button
                type="button"
                class="button small"
                aria-disabled={act.isBusy.value}
                onClick={() => {
                  act.run(() => colleague.summarise(id), '');
                }}
              >
                {t(summary === null ? 'summarise' : 'summariseAgain')}
              </button>
            )}
            {is_on.suggest && (
              <button
                type="button"
                class="button small"
                aria-disabled={act.isBusy.value}
                onClick={() => {
                  act.run(() => colleague.suggest(id), '');
                }}
              >
                {t('suggestTags')}
              </button>
            )}
            {(is_on.ask || thread.length > 0) && (
              <button
                type="button"
                class="button small"
                aria-expanded={isAsking.value}
                onClick={() => {
                  isAsking.value = !isAsking.value;
                }}
              >
                {t('askAgent')}
                {thread.length > 0 && ` (${view.texts.value.format.number(thread.length)})`}
              </button>
            )}
          </MoreOnPhone>
          <span class="quiet" role="status">
            {act.isBusy.value ? t('agentThinks') : ''}
          </span>
        </div>
      )}
      <p class="error" role="alert">
        {act.error.value}
      </p>
      {suggestion !== null && mayAsk && (
        <Proposed view={view} sessionId={id} suggestion={suggestion} act={act} />
      )}
      {summary !== null && <Summary key={summary.text_id} view={view} summary={summary} />}
      {isAsking.value && <Thread view={view} sessionId={id} help={help} />}
    </section>
  );
}

function Summary({ view, summary }: { view: View; summary: KeptText }) {
  const { t } = view;
  const { format } = view.texts.value;
  const when = format.relative(Date.parse(summary.created_at), view.now.value);
  return (
    <details class="aside" open>
      <summary>
        {t(summary.is_old ? 'summaryOld' : 'summaryOf', { name: summary.name, when })}
      </summary>
      <RichText view={view} text={summary.text} />
      {!summary.is_by_model && <p class="hint">{t('withoutModel')}</p>}
    </details>
  );
}

/** A press takes what is proposed; the conversation shows it then as anything that a person has set. */
function Proposed(props: { view: View; sessionId: string; suggestion: Suggestion; act: Act }) {
  const { view, sessionId, suggestion, act } = props;
  const { t, desk } = view;
  const { tags, is_done, why, text_id } = suggestion;
  const take = (change: Parameters<typeof desk.work.change>[1]) => {
    act.run(async () => {
      await desk.work.change([sessionId], change);
      await desk.colleague.open(sessionId);
    }, '');
  };
  const isEmpty = tags.length === 0 && !is_done;
  return (
    <div class="proposed">
      <span class="quiet">{t(isEmpty ? 'proposesNothing' : 'proposes')}</span>
      {tags.map(({ tag_id, name, color }) => (
        <button
          key={tag_id}
          type="button"
          class={`chip topic ${color}`}
          onClick={() => take({ add_tags: [tag_id] })}
        >
          <span aria-hidden="true">+ </span>
          <span class="hidden">{t('takeTag')} </span>
          <span dir="auto">{name}</span>
        </button>
      ))}
      {is_done && (
        <button type="button" class="chip" title={why} onClick={() => take({ status: 'closed' })}>
          <span aria-hidden="true">✓ </span>
          {t('takeDone')}
        </button>
      )}
      <button
        type="button"
        class="plain"
        onClick={() => {
          act.run(() => desk.colleague.remove(sessionId, text_id), '');
        }}
      >
        {t('dismiss')}
      </button>
      {why !== '' && (
        <span class="quiet why" dir="auto">
          {why}
        </span>
      )}
    </div>
  );
}
