// The conversation: pages of entries with day separators, the greeting before them, and the pill that leads
// back to the end. Scrolling itself belongs to model/follow.ts.

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isWorking } from '../model/newest.ts';
import type { Page } from '../model/pages.ts';
import type { ChatModel } from '../model/types.ts';
import { Button } from './button.tsx';
import { Greeting } from './greeting.tsx';
import { Replying } from './replying.tsx';
import { useDelayed } from './use-countdown.ts';

const SKELETON_AFTER_MS = 300;
const FRAME_MS = 16;

export function Log({ chat }: { chat: ChatModel }) {
  const { log } = chat;
  const { t } = chat.words.value;
  const { entries, isRestored, isUpToDate, hasOlder, isLoadingOlder, sessionId, trouble } =
    chat.session.value;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const rows = log.rows.part.value;
  if (rows) log.pages ??= rows.createPages();
  const pages = log.pages?.split(entries) ?? [];
  const firstKey = pages[0]?.key;
  const isAllShown = firstKey === entries[0]?.key;
  const isEmpty = entries.length === 0;
  const isNew = useIsNew(sessionId, isRestored);
  const hasFailed = !isEmpty && rows === null && log.rows.hasFailed.value;
  // An inline panel is visible before the transcript has been read. Keep its greeting, so that a prompt doesn't disappear
  // under the visitor's press.
  const [mayHold, setMayHold] = useState(true);
  useEffect(() => void chat.ports.hasStored?.().then(setMayHold, () => {}), []);
  const isUntold = mayHold && !isRestored && !chat.options.value.isInline && trouble === null;
  const isLoading = isEmpty
    ? isUntold || (isRestored && !isNew && !isUpToDate && trouble === null)
    : rows === null;
  const hasSkeleton = useDelayed(chat, isLoading, SKELETON_AFTER_MS);

  const grow = () => {
    const hasGrown = log.pages?.grow(chat.session.peek().entries);
    if (hasGrown) log.redraws.value++;
    return hasGrown;
  };
  const showEarlier = () => {
    const { hasOlder: more, isLoadingOlder: busy } = chat.session.peek();
    if (!grow() && more && !busy) chat.ports.actions.loadOlder();
  };

  // In the frame in which the first rows are drawn, which is their end.
  useLayoutEffect(() => {
    if (!scroller.current || !content.current) return undefined;
    return log.follow.attach(scroller.current, content.current, showEarlier, grow);
  }, [chat, rows]);

  useEffect(() => rows?.startReading(chat, scroller.current as HTMLElement), [chat, rows]);

  useEffect(() => {
    if (!isLoading) log.isSettled = true;
  }, [isLoading]);

  // Earlier entries came in above, or are drawn there: what was in sight stays where it is.
  const lastFirstKey = useRef(firstKey);
  const waiting = pages.filter(({ isWaiting }) => isWaiting).length;
  const lastWaiting = useRef(waiting);
  const isSame = firstKey === lastFirstKey.current && waiting === lastWaiting.current;
  const hold = isSame ? null : log.follow.holdPlace();
  useLayoutEffect(() => {
    const isFirst = lastFirstKey.current === undefined;
    lastFirstKey.current = firstKey;
    lastWaiting.current = waiting;
    if (isFirst) log.follow.stick(false);
    else hold?.();
  }, [firstKey, waiting]);
  // While nothing waits it isn't run: after each drawing it would cost timers and a request for a frame.
  useEffect(
    () => (waiting > 0 ? chat.ports.after(FRAME_MS, () => void log.redraws.value++) : undefined),
    [waiting && pages],
  );

  log.redraws.value;
  return (
    <div class="log-area">
      <div
        ref={scroller}
        class="log"
        part="log"
        role="log"
        aria-live="off"
        aria-label={t('conversation')}
        aria-busy={hasSkeleton ? 'true' : undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too.
        tabIndex={0}
      >
        <div ref={content} class="entries">
          {rows && !isEmpty && (hasOlder || !isAllShown) && (
            <button
              type="button"
              class="button plain earlier"
              aria-disabled={isLoadingOlder ? 'true' : undefined}
              onClick={showEarlier}
            >
              {t(isLoadingOlder ? 'loading' : 'showEarlier')}
            </button>
          )}
          {hasFailed && (
            <p class="banner bad" role="alert">
              {t('loadFailed')}
              <Button kind="plain" onPress={log.rows.load}>
                {t('retry')}
              </Button>
            </p>
          )}
          {hasSkeleton && !hasFailed && <Skeleton text={t('loading')} />}
          {!isLoading && !hasOlder && isAllShown && <Greeting chat={chat} isEmpty={isEmpty} />}
          {rows &&
            pages.map((page, index) => (
              <rows.PageRows
                key={page.key}
                chat={chat}
                page={page}
                before={index === 0 ? firstBefore(chat, page) : lastAt(pages[index - 1])}
              />
            ))}
          <Indicator chat={chat} />
        </div>
      </div>
      {rows && <rows.Pill chat={chat} />}
    </div>
  );
}

/** A conversation that began on this page has no stored transcript to wait for, so its greeting stays in sight. */
function useIsNew(sessionId: string | null, isRestored: boolean): boolean {
  const known = useRef({ sessionId, isNew: false });
  const { current } = known;
  if (sessionId === null) current.isNew = isRestored;
  else if (current.sessionId !== null && current.sessionId !== sessionId) current.isNew = false;
  current.sessionId = sessionId;
  return current.isNew;
}

/** When the entry before a page was; 0 where there is none. */
function firstBefore(chat: ChatModel, page: Page): number {
  const { entries } = chat.session.peek();
  const index = entries.findIndex((entry) => entry.key === page.key);
  // A conversation of today needs no separator at its start.
  return entries[index - 1]?.at ?? chat.ports.now();
}

const lastAt = (page: Page | undefined) => page?.entries.at(-1)?.at ?? 0;

/** A reply has begun, or is being stopped before it has, and nothing of it has come yet. */
function Indicator({ chat }: { chat: ChatModel }) {
  const { run, entries } = chat.session.value;
  const isUnderWay = run.state === 'running' || (run.state === 'coming' && run.isStopping);
  const isShown = isUnderWay && entries.at(-1)?.kind !== 'agent' && !isWorking(entries);
  return isShown ? (
    <div class="turn is-working lone">
      <Replying chat={chat} doing="replies" />
    </div>
  ) : null;
}

function Skeleton({ text }: { text: string }) {
  return (
    <div class="skeleton">
      <span class="hidden">{text}</span>
      <i class="end" />
      <i />
      <i />
      <i class="short" />
    </div>
  );
}
