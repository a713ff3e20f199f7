// The open conversation: its messages as the visitor sees them, and beside them its details.

import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { MessageBlock } from '../../src/protocol/index.ts';
import { textOf, unansweredIn } from '../model/learning.ts';
import { type Row, rowsOf, withNotes } from '../model/rows.ts';
import { timesToTell } from '../model/time-groups.ts';
import { AppPress, hasApp } from './apps/app-press.tsx';
import { CallLine, hasFailed } from './call-line.tsx';
import { Helper } from './colleague/helper.tsx';
import { Details } from './details.tsx';
import { FeedbackLine } from './feedback.tsx';
import { BackIcon, InfoIcon, ToolIcon } from './icons.tsx';
import { AnswerHere } from './learning/answer-here.tsx';
import { Correct } from './learning/correct.tsx';
import { Empty, Failure, Waiting } from './parts.tsx';
import { RichText } from './rich-text.tsx';
import { StateChip, visitorName } from './state.tsx';
import { StepIn } from './step-in.tsx';
import type { View } from './view.ts';
import { Attached } from './work/attached.tsx';
import { NoteView } from './work/note.tsx';
import { WorkBar } from './work/work-bar.tsx';

/** Its presses are those above a conversation, so that it comes with them. */
export { BulkBar } from './work/bulk-bar.tsx';

export function ConversationPane({ view }: { view: View }) {
  const { t, desk } = view;
  const { conversation } = desk;
  const id = conversation.sessionId.value;
  const entry = conversation.entry.value;
  const error = conversation.error.value;
  const hasDetails = useSignal(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const closer = useRef<HTMLButtonElement>(null);
  // There is one press at a time, and the keyboard goes along to the other.
  const showDetails = (isShown: boolean) => {
    hasDetails.value = isShown;
    wantsFocus.current = true;
  };
  const wantsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    (hasDetails.value ? closer : toggle).current?.focus();
  }, [hasDetails.value]);
  if (id === null) return null;
  return (
    <>
      <section class="pane" aria-label={t('transcript')}>
        <header class="bar">
          <button
            type="button"
            class="icon-button back"
            onClick={() => desk.go({ page: 'inbox', sessionId: null })}
          >
            <BackIcon />
            <span class="hidden">{t('back')}</span>
          </button>
          <h2 dir="auto">{entry === null ? t('visitor') : visitorName(view, entry)}</h2>
          {entry !== null && <StateChip view={view} item={entry} />}
          {!hasDetails.value && (
            <button
              ref={toggle}
              type="button"
              class="icon-button details-toggle"
              title={t('showDetails')}
              onClick={() => showDetails(true)}
            >
              <InfoIcon />
              <span class="hidden">{t('showDetails')}</span>
            </button>
          )}
        </header>
        {error !== null &&
          (error.status === 404 ? (
            <Empty title={t('gone')} />
          ) : (
            <Failure view={view} why={error.message} onRetry={() => conversation.refresh()} />
          ))}
        {entry !== null && <WorkBar key={id} view={view} entry={entry} />}
        {entry !== null && <Helper key={`helper ${id}`} view={view} entry={entry} />}
        <Transcript view={view} />
        {entry !== null && <StepIn key={id} view={view} entry={entry} />}
      </section>
      <aside class={`details${hasDetails.value ? ' open' : ''}`} aria-label={t('details')}>
        <header class="bar">
          <h2>{t('details')}</h2>
          <button
            ref={closer}
            type="button"
            class="icon-button details-toggle"
            title={t('hideDetails')}
            onClick={() => showDetails(false)}
          >
            <span aria-hidden="true">✕</span>
            <span class="hidden">{t('hideDetails')}</span>
          </button>
        </header>
        <Details view={view} />
      </aside>
    </>
  );
}

/** How near to the end somebody must be for new messages to be followed. */
const NEAR_PX = 80;

function Transcript({ view }: { view: View }) {
  const { t, desk } = view;
  const { conversation } = desk;
  const events = conversation.events.value;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const last = useRef({ id: '', first: '', isAtEnd: true, height: 0 });
  const id = conversation.sessionId.value ?? '';
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const before = last.current;
    const first = events[0]?.id ?? '';
    const isNew = before.id !== id || before.first === '';
    const isOlderThere = !isNew && before.first !== first;
    const hasGrownAbove = isOlderThere && !before.isAtEnd && element.scrollTop < NEAR_PX;
    if (isNew || before.isAtEnd) element.scrollTop = element.scrollHeight;
    // Older messages came in above: what is being read stays where it is.
    else if (hasGrownAbove) element.scrollTop += element.scrollHeight - before.height;
    last.current = {
      id,
      first,
      isAtEnd: isNew || before.isAtEnd,
      height: element.scrollHeight,
    };
  }, [events, conversation.notes.value, id]);
  const isEmpty = conversation.isLoading.value && events.length === 0;
  // An answer is drawn when its renderer has come, and feedback comes when it is given: who reads the end stays there.
  useLayoutEffect(() => {
    if (rows.current === null) return undefined;
    return view.onResize(rows.current, () => {
      const element = scroller.current;
      if (element !== null && last.current.isAtEnd) element.scrollTop = element.scrollHeight;
    });
  }, [view, isEmpty]);
  if (isEmpty) return <Waiting view={view} />;
  const asRows = rowsOf(events);
  const unanswered = unansweredIn(asRows);
  const shown = withNotes(asRows, conversation.notes.value);
  const told = timesToTell(shown.map((row) => ('note_id' in row ? row.created_at : row.at)));
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it hears what its buttons are pressed for, which keys do as well
    <div
      class="transcript"
      ref={scroller}
      role="log"
      aria-live="off"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      aria-label={t('transcript')}
      onClick={({ target }) => {
        // Whoever opens something reads there, and not the end.
        const opens = target instanceof Element && target.closest('[aria-expanded], summary');
        if (opens) last.current.isAtEnd = false;
      }}
      onScroll={(event) => {
        const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
        last.current.isAtEnd = scrollHeight - scrollTop - clientHeight < NEAR_PX;
      }}
    >
      <div class="rows" ref={rows}>
        {conversation.hasOlder.value && (
          <button type="button" class="button more" onClick={() => conversation.loadOlder()}>
            {t('showEarlier')}
          </button>
        )}
        {shown.map((row, index) =>
          'note_id' in row ? (
            <NoteView key={row.note_id} view={view} note={row} />
          ) : (
            <Fragment key={row.key}>
              {told.has(index) && row.at !== undefined && (
                <p class="line">
                  <Time view={view} at={row.at} />
                </p>
              )}
              <RowView view={view} row={row} />
              {row.kind === 'visitor' && (
                <AnswerHere
                  view={view}
                  question={textOf(row.blocks)}
                  isUnanswered={unanswered.has(row.key)}
                />
              )}
            </Fragment>
          ),
        )}
      </div>
    </div>
  );
}

function RowView({ view, row }: { view: View; row: Row }) {
  const { t } = view;
  switch (row.kind) {
    case 'visitor':
    case 'agent':
      return (
        <article class={`message ${row.kind}`}>
          <h3 class="hidden">{t(row.kind === 'visitor' ? 'visitorSaid' : 'agentSaid')}</h3>
          {row.blocks.map((block, index) => (
            <Block key={index} view={view} block={block} isMarkdown={row.kind === 'agent'} />
          ))}
          {row.citations.length > 0 && (
            <div class="sources">
              <h4>{t('sources')}</h4>
              <ol>
                {row.citations.map(({ document_uri, document_title }) => (
                  <li key={document_uri}>
                    <SourceLink view={view} uri={document_uri} title={document_title} />
                  </li>
                ))}
              </ol>
            </div>
          )}
          {row.at !== undefined && <Time view={view} at={row.at} isHidden />}
          <FeedbackLine view={view} eventId={row.key} />
          {row.kind === 'agent' && <Correct view={view} eventId={row.key} />}
        </article>
      );
    case 'person':
      return (
        <article class="message person">
          <h3 class="hidden">{t('personSaid', { name: row.name })}</h3>
          <p class="speaker" aria-hidden="true" dir="auto">
            {row.name}
          </p>
          {row.blocks.map((block, index) => (
            <Block key={index} view={view} block={block} isMarkdown />
          ))}
          {row.at !== undefined && <Time view={view} at={row.at} isHidden />}
          <FeedbackLine view={view} eventId={row.key} />
        </article>
      );
    case 'joined':
    case 'left':
      return (
        <p class="line" dir="auto">
          {t(row.kind, { name: row.name })}
        </p>
      );
    case 'tool': {
      const { call } = row;
      const isFailed = hasFailed(view, call);
      return (
        <div class={`step${isFailed ? ' bad' : ''}`}>
          <ToolIcon />
          <CallLine view={view} call={call} />
          {hasApp(call) && <AppPress view={view} call={call} />}
        </div>
      );
    }
    case 'error':
      return (
        <div class="trouble">
          <strong>{t('runFailed')}</strong>
          <code dir="auto">{row.code}</code>
          <p dir="auto">{row.text}</p>
          {row.requestId !== undefined && <small>{t('reference', { id: row.requestId })}</small>}
        </div>
      );
    case 'stopped':
      return <p class="line">{t('answerStopped')}</p>;
    case 'cut':
      return <p class="line">{t('answerCut')}</p>;
    case 'summary':
      return <p class="line">{t('summarised')}</p>;
    case 'page':
      return (
        <details class="aside">
          <summary>{t('pageSaid')}</summary>
          <pre dir="auto">{row.text}</pre>
        </details>
      );
  }
}

function Block(props: { view: View; block: MessageBlock; isMarkdown: boolean }) {
  const { view, block, isMarkdown } = props;
  const { t } = view;
  switch (block.type) {
    case 'text':
      return isMarkdown ? (
        <RichText view={view} text={block.text} />
      ) : (
        <p class="plain-text" dir="auto">
          {block.text}
        </p>
      );
    case 'thought': {
      const ms = block.extra_content?.gateway.thinking_ms;
      const label =
        ms === undefined
          ? t('thought')
          : t('thoughtFor', { time: view.texts.value.format.duration(ms) });
      if (block.text === '') return <p class="line">{label}</p>;
      return (
        <details class="aside">
          <summary>{label}</summary>
          <p class="plain-text" dir="auto">
            {block.text}
          </p>
        </details>
      );
    }
    case 'image':
    case 'document':
      return <Attached view={view} block={block} />;
    case 'unknown':
      return <p class="file">{t('unknownBlock')}</p>;
  }
}

/** A checked link, or the address as text where it may not be one. */
function SourceLink({ view, uri, title }: { view: View; uri: string; title: string }) {
  const element = useRef<HTMLSpanElement>(null);
  const content = view.content.module.value;
  useLayoutEffect(() => {
    const link = content?.createLink(uri, title === '' ? uri : title);
    element.current?.replaceChildren(link ?? `${title} ${uri}`);
  }, [content, uri, title]);
  return <span dir="auto" ref={element} />;
}

/** @param isHidden told to screen readers alone: others see it above the group. */
function Time({ view, at, isHidden }: { view: View; at: string; isHidden?: boolean }) {
  const { format } = view.texts.value;
  const ms = Date.parse(at);
  if (Number.isNaN(ms)) return null;
  return (
    <time dateTime={at} class={isHidden ? 'hidden' : undefined}>
      {format.day(ms, view.now.value)} {format.time(ms)}
    </time>
  );
}
