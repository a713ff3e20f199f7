// An app in the thread: two frames that share nothing with the page (an outer page of the gateway, which makes the inner one),
// and what the app may ask of the visitor. A chunk of its own, fetched with the first call that has an app. An app far from view
// is let go, and its room kept.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hostContext } from '../../apps/context.ts';
import { type AppFrame, openAppFrame } from '../../apps/frame.ts';
import type { DisplayMode } from '../../apps/host.ts';
import { type App as AppFacts, type AppHint, readApp, readHint } from '../../apps/read-app.ts';
import { checkLink } from '../../content/links.ts';
import { cleanLine } from '../../content/text.ts';
import { writeJson } from '../../dom/json.ts';
import type { JsonObject } from '../../protocol/index.ts';
import type { Decision, ToolQuestion } from '../../tools/types.ts';
import { readableName, type ToolLine, type ToolPart } from '../model/tool-line.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import { Question } from '../parts/question.tsx';
import css from './apps.css?inline';

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
  const [hint] = useState(() => readHint(part));
  return (
    <>
      {children}
      {hint && <Placed chat={chat} part={part} line={line} hint={hint} />}
    </>
  );
}

interface Asked {
  question: ToolQuestion;
  settle(isAllowed: boolean): void;
}

function Placed(props: AppProps & { hint: AppHint }) {
  const { chat, part, line, hint } = props;
  const { t, lang } = chat.words.value;
  const box = useRef<HTMLElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [app, setApp] = useState<AppFacts | 'failed' | null>(null);
  const [isNear, setNear] = useState(false);
  const [isReady, setReady] = useState(false);
  const [mode, setMode] = useState<DisplayMode>('inline');
  const [height, setHeight] = useState(clamp(hint.height ?? USUAL_HEIGHT_PX));
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = useRef({ mode, asked });
  now.current = { mode, asked };
  const host = useRef<AppFrame | null>(null);
  const title = cleanLine(hint.title || line.title);

  useLayoutEffect(() => addStyle(box.current), []);

  // Near the view only, so that a long conversation with many apps costs what one screen of them costs.
  useEffect(() => {
    const target = box.current;
    if (target === null) return;
    if (typeof IntersectionObserver !== 'function') return setNear(true);
    const observer = new IntersectionObserver(
      (entries) => {
        const isIn = entries.at(-1)?.isIntersecting === true;
        const { mode, asked } = now.current;
        if (isIn || (mode === 'inline' && asked === null)) setNear(isIn);
      },
      { root: chat.log.follow.scroller(), rootMargin: NEAR },
    );
    observer.observe(target);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear || app !== null) return;
    const { sessionId } = chat.session.peek();
    let isOver = false;
    const take = (found: AppFacts | null) => !isOver && setApp(found ?? 'failed');
    chat.ports.actions.request({ method: 'GET', path: pathOf(sessionId, part) }).then(
      (reply) => take(readApp(reply, hint)),
      () => take(null),
    );
    return () => {
      isOver = true;
    };
  }, [isNear, app]);

  /** One at a time, and never over the app made bigger: it stands below the frame, which is hidden meanwhile. */
  const ask = (about: Pick<ToolQuestion, 'title' | 'name' | 'input' | 'summary'>) => {
    if (now.current.asked !== null) return Promise.reject(new Error('A question is open.'));
    return new Promise<boolean>((resolve) => {
      showAs('inline');
      const question: ToolQuestion = {
        toolUseId: part.toolUseId,
        description: '',
        binding: writeJson([part.toolUseId, about]),
        offersConversation: false,
        isDestructive: false,
        ...about,
      };
      const settle = (isAllowed: boolean) => {
        now.current.asked = null;
        setAsked(null);
        resolve(isAllowed);
      };
      const next = { question, settle };
      now.current.asked = next;
      setAsked(next);
      chat.announcer.say(cleanLine(about.summary?.title ?? about.title));
    });
  };

  const showAs = (wanted: DisplayMode): DisplayMode => {
    const element = box.current;
    const isFull = wanted === 'fullscreen' && element?.showPopover && now.current.asked === null;
    const next = isFull ? 'fullscreen' : 'inline';
    if (element && next !== now.current.mode) {
      if (isFull) fill(element);
      else restore(element);
      now.current.mode = next;
      setMode(next);
      if (!isFull) button.current?.focus();
    }
    return next;
  };

  const context = () =>
    hostContext(place.current as HTMLElement, {
      tool: app === null || app === 'failed' ? {} : app.tool,
      lang,
      mode: now.current.mode,
      maxHeight: MAX_HEIGHT_PX,
    });

  useLayoutEffect(() => {
    const inside = place.current;
    if (!isNear || app === null || app === 'failed' || inside === null) return;
    const one = openAppFrame(
      inside,
      { ...app, title },
      {
        now: chat.ports.now,
        after: chat.ports.after,
        context,
        callTool: (name, input) => callTool(name, input),
        readResource: (uri) =>
          chat.ports.actions.request({
            method: 'POST',
            path: `${pathOf(chat.session.peek().sessionId, part)}/read`,
            body: { digest: hint.digest, uri },
          }),
        async openLink(url) {
          const link = checkLink(url);
          if (link === null || !/^https?:/.test(link.href)) return false;
          const summary = {
            title: t('linkQuestion', { host: link.host }),
            lines: [link.href],
            confirm: t('open'),
            decline: t('cancel'),
          };
          const isOpened = await ask({
            title,
            name: 'open_link',
            input: { url: link.href },
            summary,
          });
          if (isOpened) open(link.href, '_blank', 'noopener,noreferrer');
          return isOpened;
        },
        async sendMessage(text) {
          const summary = {
            title: `${title}: ${t('send')}?`,
            lines: [text],
            confirm: t('send'),
            decline: t('cancel'),
          };
          const isMeant = await ask({ title, name: 'message', input: { text }, summary });
          if (isMeant) await chat.ports.actions.send([{ type: 'text', text }], true);
          return isMeant;
        },
        resize(wanted) {
          setHeight(clamp(wanted));
        },
        setMode: showAs,
        log(level, data) {
          if (/^(localhost|127\.0\.0\.1)$/.test(location.hostname))
            console.info(`[bellhop] ${title} (${level}):`, data);
        },
        ready: () => setReady(true),
        fail: () => setApp('failed'),
      },
    );
    host.current = one;
    return () => {
      host.current = null;
      setReady(false);
      now.current.asked?.settle(false);
      one.close();
    };
  }, [isNear, app]);

  async function callTool(name: string, input: JsonObject, isAllowed?: true): Promise<unknown> {
    const path = `${pathOf(chat.session.peek().sessionId, part)}/call`;
    const body = { digest: hint.digest, name, arguments: input };
    try {
      const reply = await chat.ports.actions.request({
        method: 'POST',
        path,
        body: isAllowed ? { ...body, is_allowed: true } : body,
      });
      return (reply as { result?: unknown } | null)?.result ?? { content: [] };
    } catch (error) {
      const { type, status } = error as { type?: unknown; status?: unknown };
      if (isAllowed || status !== 409 || type !== 'approval_required') throw error;
      if (await ask({ title: readableName(name), name, input })) return callTool(name, input, true);
      throw new Error('The visitor did not allow it.');
    }
  }

  // The panel's look and room may have changed.
  useEffect(() => {
    if (isReady) host.current?.changeContext(context());
  }, [isReady, mode, lang, chat.options.value.theme]);
  useEffect(() => {
    const query = globalThis.matchMedia?.('(prefers-color-scheme:dark)');
    const tell = () => host.current?.changeContext(context());
    query?.addEventListener('change', tell);
    return () => query?.removeEventListener('change', tell);
  }, [lang, app]);

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
  // The answer comes back here instead of going to a tool of the page.
  const asking: ChatModel = {
    ...chat,
    ports: {
      ...chat.ports,
      actions: {
        ...chat.ports.actions,
        answerTool: (_id: string, _binding: string, decision: Decision) =>
          asked?.settle(decision === 'once'),
      },
    },
  };
  return (
    <section
      ref={box}
      class={`app ${hint.hasBorder ? '' : 'is-plain'}`}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <div class="app-bar">
        <span class="app-title" dir="auto">
          {title}
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
      <div
        ref={place}
        class={`app-place ${isReady ? '' : 'is-loading'} ${asked ? 'is-asked' : ''}`}
        inert={asked !== null}
        aria-busy={!isReady}
        style={isFull ? {} : { blockSize: `${height}px` }}
      />
      {asked && <Question key={asked.question.binding} chat={asking} question={asked.question} />}
    </section>
  );
}

const clamp = (height: number): number =>
  Math.round(Math.min(MAX_HEIGHT_PX, Math.max(MIN_HEIGHT_PX, height)));

const pathOf = (sessionId: string | null, { toolUseId }: ToolPart): string =>
  `/v1/sessions/${encodeURIComponent(sessionId ?? '-')}/apps/${encodeURIComponent(toolUseId)}`;

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
