// An app in the thread: its bar, its place and its size. A chunk of its own, fetched with the first call that has an app. An app far
// from view is let go, and its room kept.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hostContext } from '../../apps/context.ts';
import type { DisplayMode } from '../../apps/host.ts';
import { makeOwnApp } from '../../apps/own-app.ts';
import {
  type App as AppFacts,
  type AppHint,
  readApp,
  readHint,
  readOwnHint,
} from '../../apps/read-app.ts';
import { cleanLine } from '../../content/text.ts';
import type { ToolLine, ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import css from './apps.css?inline';
import { useAsking } from './asking.tsx';
import { framePathOf, type Life, pathOf, startApp } from './live.ts';

const MIN_HEIGHT_PX = 48;
const MAX_HEIGHT_PX = 600;
const USUAL_HEIGHT_PX = 240;
/** This far above and below the view an app lives on. */
const NEAR = '1200px 0px';

const styled = new WeakSet<Node>();

interface AppProps {
  chat: ChatModel;
  part: ToolPart;
  line: ToolLine;
  /** The call as an ordinary step. */
  children?: ComponentChildren;
}

export function App({ chat, part, line, children }: AppProps) {
  // As it was when it was first drawn: an app doesn't begin anew because the page registers its tool again.
  const [tool] = useState(() => (part.ui ? null : chat.tools.peek().find?.(part.name)));
  const own = tool?.ui;
  const [hint] = useState(() => (own ? readOwnHint(own, tool.title) : readHint(part)));
  return (
    <>
      {children}
      {hint && <Placed chat={chat} part={part} line={line} hint={hint} own={own} />}
    </>
  );
}

interface PlacedProps extends AppProps {
  hint: AppHint;
  /** The `ui` of the page's tool, where the app comes from there. */
  own: unknown;
}

function Placed(props: PlacedProps) {
  const { chat, part, line, hint, own } = props;
  const { t, lang } = chat.words.value;
  const box = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [app, setApp] = useState<AppFacts | 'failed' | null>(null);
  const [isNear, setNear] = useState(false);
  const [isReady, setReady] = useState(false);
  const [mode, setMode] = useState<DisplayMode>('inline');
  const [height, setHeight] = useState(clamp(hint.height ?? USUAL_HEIGHT_PX));
  const shownMode = useRef(mode);
  const wantedHeight = useRef(height);
  const life = useRef<Life | null>(null);
  const title = cleanLine(hint.title || line.title);
  // Never over the app made bigger: the question stands above the frame, in the thread.
  const asking = useAsking(chat, part.toolUseId, place, () => showAs('inline'));

  useLayoutEffect(() => addStyle(box.current), []);

  // Near the view only, so that a long conversation with many apps costs what one screen of them costs.
  useEffect(() => {
    const target = box.current;
    if (target === null) return;
    if (typeof IntersectionObserver !== 'function') return setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        const isIn = entries.at(-1)?.isIntersecting === true;
        if (isIn || (shownMode.current === 'inline' && !asking.isOpen())) setNear(isIn);
      },
      { root: chat.log.follow.scroller(), rootMargin: NEAR },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear || app !== null) return;
    let isOver = false;
    const take = (found: AppFacts | null) => !isOver && setApp(found ?? 'failed');
    const path = own ? framePathOf(chat) : pathOf(chat, part);
    chat.ports.actions.request({ method: 'GET', path }).then(
      (reply) => take(own ? askPage(reply) : readApp(reply, hint)),
      () => take(null),
    );
    return () => {
      isOver = true;
    };
  }, [isNear, app]);

  /** What is wrong with the page's HTML is for its owner to read. */
  const askPage = (reply: unknown): AppFacts | null => {
    try {
      return makeOwnApp(own, { ...part, answer: line.answer }, reply);
    } catch (error) {
      reportError(error);
      return null;
    }
  };

  const showAs = (wanted: DisplayMode): DisplayMode => {
    const element = box.current;
    const isFull = wanted === 'fullscreen' && element?.showPopover && !asking.isOpen();
    const next = isFull ? 'fullscreen' : 'inline';
    if (element && next !== shownMode.current) {
      if (isFull) fill(element);
      else restore(element);
      shownMode.current = next;
      setMode(next);
      if (!isFull) button.current?.focus();
    }
    return next;
  };

  // A question of another call is covered by no app, and doesn't move when an app says that it has grown.
  const waiting = chat.tools.value.questions.length;
  useEffect(() => {
    if (waiting > 0) showAs('inline');
    else setHeight(wantedHeight.current);
  }, [waiting]);

  useLayoutEffect(() => {
    const element = place.current;
    if (!isNear || app === null || app === 'failed' || element === null) return;
    const { tool } = app;
    const context = () =>
      hostContext(element, { tool, lang, mode: shownMode.current, maxHeight: MAX_HEIGHT_PX });
    const one = startApp(app, hint.digest, {
      chat,
      part,
      title,
      asking,
      element,
      context,
      resize(wanted, isHeld) {
        wantedHeight.current = clamp(wanted);
        if (!isHeld) setHeight(wantedHeight.current);
      },
      setMode: showAs,
      ready: () => setReady(true),
      fail: () => setApp('failed'),
    });
    life.current = one;
    return () => {
      life.current = null;
      setReady(false);
      one.end();
    };
  }, [isNear, app]);

  useEffect(() => {
    if (isReady) life.current?.tell();
  }, [isReady, mode, lang, chat.options.value.theme]);
  useEffect(() => {
    const query = globalThis.matchMedia?.('(prefers-color-scheme:dark)');
    const tell = () => life.current?.tell();
    query?.addEventListener('change', tell);
    return () => query?.removeEventListener('change', tell);
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || mode === 'inline') return;
    event.stopPropagation();
    event.preventDefault();
    showAs('inline');
  };

  if (app === 'failed') {
    return (
      <p class="app-note">
        {title} · {t('toolUnavailable')}
      </p>
    );
  }
  const isFull = mode === 'fullscreen';
  const words = t(isFull ? 'smaller' : 'bigger');
  const { element: question } = asking;
  return (
    <section
      ref={box}
      class={`app ${hint.hasBorder ? '' : 'is-plain'}`}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <div class="app-bar">
        <span class="app-title">
          <bdi>{title}</bdi>
        </span>
        <button
          ref={button}
          type="button"
          class="icon-button small"
          aria-label={`${words} (${title})`}
          onClick={() => showAs(isFull ? 'inline' : 'fullscreen')}
        >
          <Icon name={isFull ? 'smaller' : 'bigger'} />
        </button>
      </div>
      {question}
      <div
        ref={place}
        class={`app-place ${isReady ? '' : 'is-loading'} ${question ? 'is-asked' : ''}`}
        inert={Boolean(question)}
        aria-busy={!isReady}
        style={isFull ? {} : { blockSize: `${height}px` }}
      />
    </section>
  );
}

const clamp = (height: number): number =>
  Math.round(Math.min(MAX_HEIGHT_PX, Math.max(MIN_HEIGHT_PX, height)));

/** In the top layer, over the panel's conversation: a frame that moved in the document would begin anew. */
function fill(element: HTMLElement): void {
  const panel = element.closest('.panel')?.querySelector('.body') ?? element;
  const { left, top, width, height } = panel.getBoundingClientRect();
  element.setAttribute('popover', 'manual');
  const pixels = { left, top, width, height };
  for (const [name, value] of Object.entries(pixels)) element.style.setProperty(name, `${value}px`);
  element.showPopover();
}

function restore(element: HTMLElement): void {
  element.removeAttribute('popover');
  element.removeAttribute('style');
}

function addStyle(box: Element | null): void {
  const root = box?.getRootNode();
  if (!(root instanceof ShadowRoot) || styled.has(root) || !('adoptedStyleSheets' in root)) return;
  styled.add(root);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets.push(sheet);
}
