/** @jsxImportSource react */
// One chat: what was said, what can be done with it, who answers, and what is known of it.

import { speak } from '@wordpress/a11y';
import { Button, Notice, Spinner } from '@wordpress/components';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { ReactNode } from 'react';
import type { LinkInfo } from '../../../src/content/index.ts';
import { type Facts, type Line, lessonAt, type WholeChat } from './chat.ts';
import { Composer } from './composer.tsx';
import { Details } from './details.tsx';
import { LineRow } from './line.tsx';
import type { Go } from './place.ts';
import type { Question } from './question.tsx';
import { useContent } from './rich-text.tsx';
import { type Lesson, Teach } from './teach.tsx';
import { useChat } from './use-chats.ts';
import { speakerWords, stateWords } from './words.ts';

/** Pixels from the end within which somebody reads the newest. */
const NEAR_END = 80;

interface Props {
  id: string;
  facts: Facts;
  go: Go;
  ask(question: Question): void;
  onChange(): Promise<void>;
}

export function Conversation({ id, facts, go, ask, onChange }: Props) {
  const open = useChat(id);
  const { chat } = open;
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const latest = useRef(chat);
  latest.current = chat;
  const teach = useCallback((line: Line) => {
    const lines = latest.current?.lines ?? [];
    setLesson(lessonAt(lines, lines.indexOf(line)));
  }, []);
  const heading = useRef<HTMLHeadingElement>(null);
  const isThere = chat !== null;
  // Who opens a chat goes on there, on a phone too, where the list is gone.
  useEffect(() => {
    if (isThere) heading.current?.focus({ preventScroll: true });
  }, [isThere]);
  const askLink = (link: LinkInfo): void =>
    ask({
      title: __('Open this address?', 'bellhop'),
      text: <code className="bellhop-address">{link.href}</code>,
      yes: __('Open in a new tab', 'bellhop'),
      onYes: () => void window.open(link.href, '_blank', 'noopener,noreferrer'),
    });
  const content = useContent(askLink);
  const change: typeof open.change = async (...args) => {
    const isDone = await open.change(...args);
    await onChange();
    return isDone;
  };

  return (
    <section className="bellhop-conversation" aria-label={__('Chat', 'bellhop')}>
      <header>
        <Button variant="tertiary" className="bellhop-back" onClick={() => go({ chat: '' })}>
          {__('All chats', 'bellhop')}
        </Button>
        {chat !== null && (
          <>
            <h2 ref={heading} tabIndex={-1}>
              {chat.visitor}
            </h2>
            <span className={`bellhop-state is-${chat.is_done ? 'done' : chat.state}`}>
              {stateWords(chat)}
            </span>
            {facts.may.answer && (
              <Button
                variant="secondary"
                className="bellhop-done"
                disabled={open.isBusy}
                onClick={async () => {
                  const status = chat.is_done ? 'open' : 'done';
                  if (!(await change('/status', { status }))) return;
                  speak(
                    status === 'done'
                      ? __('The chat is done.', 'bellhop')
                      : __('The chat is open again.', 'bellhop'),
                  );
                }}
              >
                {chat.is_done ? __('Reopen', 'bellhop') : __('Mark done', 'bellhop')}
              </Button>
            )}
          </>
        )}
      </header>
      {open.error !== '' && (
        <Notice status="error" isDismissible={false}>
          {open.error}
        </Notice>
      )}
      {chat === null && open.error === '' && <Spinner />}
      {chat !== null && (
        <div className="bellhop-two">
          <div className="bellhop-talk">
            <Thread chat={chat}>
              {chat.lines.map((line, at) => (
                <LineRow
                  key={`${line.seq}-${at}`}
                  line={line}
                  content={content}
                  ask={askLink}
                  onTeach={
                    facts.may.manage && lessonAt(chat.lines, at).question !== '' ? teach : null
                  }
                />
              ))}
            </Thread>
            <Composer chat={chat} facts={facts} isBusy={open.isBusy} change={change} />
            {open.refused !== '' && (
              <Notice status="error" isDismissible={false}>
                {open.refused}
              </Notice>
            )}
          </div>
          <Details
            chat={chat}
            facts={facts}
            isBusy={open.isBusy}
            change={change}
            ask={ask}
            onDelete={() => {
              speak(__('The chat was deleted.', 'bellhop'));
              go({ chat: '' });
              void onChange();
            }}
          />
        </div>
      )}
      {lesson !== null && <Teach lesson={lesson} most={facts.most} onEnd={() => setLesson(null)} />}
    </section>
  );
}

/** Stays at the end while somebody reads there; who has scrolled back stays where they are. New words are read out. */
function Thread({ chat, children }: { chat: WholeChat; children: ReactNode }) {
  const root = useRef<HTMLElement>(null);
  const isNear = useRef(true);
  const count = chat.lines.length;
  // Each new line moves the end.
  useLayoutEffect(() => {
    if (isNear.current && root.current !== null) root.current.scrollTop = root.current.scrollHeight;
  }, [count]);
  // On a phone the page itself scrolls.
  useEffect(() => {
    const last = root.current?.querySelector('ol > :last-child');
    if (matchMedia('(max-width: 782px)').matches) last?.scrollIntoView({ block: 'center' });
  }, []);
  const told = useRef(count);
  useEffect(() => {
    for (const line of chat.lines.slice(told.current)) {
      if (line.who === 'visitor' || line.who === 'agent') {
        speak(`${speakerWords(line)}: ${line.text}`);
      }
    }
    told.current = count;
  }, [chat, count]);
  return (
    <section
      className="bellhop-thread"
      ref={root}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys.
      tabIndex={0}
      aria-label={__('What was said', 'bellhop')}
      onScroll={({ currentTarget: box }) => {
        isNear.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
      }}
    >
      <ol>{children}</ol>
      {chat.state === 'running' && (
        <p className="bellhop-writing">{__('The agent is answering …', 'bellhop')}</p>
      )}
    </section>
  );
}
