// A call that the page draws in the thread: an element of the page, which a slot of the shadow root shows, so that the page's
// styles and frameworks work in it and its scripts own it. A chunk of its own, fetched with the first such call.

import type { ReadonlySignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { document } from '../../dom/document.ts';
import { writeJson } from '../../dom/json.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { RenderedCall, ToolsSnapshot } from '../../tools/types.ts';
import type { ToolLine, ToolPart } from '../model/tool-line.ts';
import type { ChatActions } from '../types.ts';

type Status = RenderedCall['status'];

interface Place {
  root: HTMLElement;
  ended: AbortController;
}

/** What it uses of the chat. */
interface DrawnChat {
  tools: ReadonlySignal<ToolsSnapshot>;
  words: ReadonlySignal<{ readonly lang: string }>;
  ports: { actions: Pick<ChatActions, 'answerTool'> };
}

export function Drawn(props: {
  chat: DrawnChat;
  part: Pick<ToolPart, 'toolUseId' | 'name' | 'input' | 'result'>;
  line: Pick<ToolLine, 'tone' | 'answer'>;
  /** The call as an ordinary step. */
  children?: ComponentChildren;
}) {
  const { chat, part, line, children } = props;
  const { toolUseId, name } = part;
  const slot = useRef<HTMLSlotElement>(null);
  const place = useRef<Place | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { calls, find } = chat.tools.value;
  const render = find?.(name)?.render;
  const call = calls.get(toolUseId)?.status;
  const status = statusOf(line, call?.state, part.result !== null);
  const isThere = status !== null && render !== undefined && !hasFailed;
  const { lang } = chat.words.value;

  useLayoutEffect(() => {
    const own = slot.current?.getRootNode();
    if (!isThere || !(own instanceof ShadowRoot)) return;
    const root = document.createElement('div');
    root.slot = slotOf(toolUseId);
    own.host.append(root);
    place.current = { root, ended: new AbortController() };
    return () => {
      place.current?.ended.abort();
      place.current = null;
      root.remove();
    };
  }, [isThere]);

  // By the call as it is then: a form of the page keeps the functions that it was made with.
  const answer = (decision: 'no' | JsonObject): boolean => {
    const now = chat.tools.peek().calls.get(toolUseId)?.status;
    if (now?.state !== 'asking' || !now.question.isCard) return false;
    chat.ports.actions.answerTool(toolUseId, now.question.binding, decision);
    return true;
  };
  const { scheme, dir } = useLook(slot, isThere);

  useLayoutEffect(() => {
    const here = place.current;
    if (here === null || status === null || render === undefined) return;
    const { root, ended } = here;
    try {
      const drawn = render({
        toolUseId,
        input: freeze(part.input),
        status,
        result: status === 'done' ? readResult(line.answer) : undefined,
        theme: { scheme, lang, dir },
        root,
        signal: ended.signal,
        respond: (value) => answer(JSON.parse(writeJson({ value }))),
        decline: () => answer('no'),
      });
      if (drawn instanceof Node && drawn !== root && drawn.parentNode !== root)
        root.replaceChildren(drawn);
    } catch (error) {
      // Nobody could answer what isn't drawn.
      answer('no');
      setFailed(true);
      reportError(error);
    }
  }, [isThere, render, status, call, line.answer, scheme, dir, lang]);

  if (!isThere) return children;
  return (
    <div class="drawn" part="card">
      <slot ref={slot} name={slotOf(toolUseId)} />
    </div>
  );
}

const slotOf = (toolUseId: string): string => `bellhop-call-${toolUseId}`;

/** Null: it is told by its step. What has come to the visitor, or has run, has passed the tool's schema. */
function statusOf(
  { tone, answer }: Pick<ToolLine, 'tone' | 'answer'>,
  state: string | undefined,
  isLogged: boolean,
): Status | null {
  if (tone === 'asking') return 'asking';
  // What it returned is known on this device before the log has it, or from the log.
  if (tone === 'good') return isLogged || answer !== null ? 'done' : 'running';
  const isRunning = state === 'running' || state === 'posting';
  return tone === 'live' && isRunning ? 'running' : null;
}

/** An object or a list that the agent got as JSON, else its text. */
function readResult(answer: string | null): unknown {
  if (answer === null || !/^\s*[[{]/.test(answer)) return answer ?? undefined;
  try {
    return JSON.parse(answer);
  } catch {
    return answer;
  }
}

/** A copy, so that nothing the page does changes the log. */
function freeze<Value>(value: Value): Value {
  const copy: Value = JSON.parse(writeJson(value));
  const seal = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return;
    Object.freeze(one);
    for (const inner of Object.values(one)) seal(inner);
  };
  seal(copy);
  return copy;
}

type Look = Pick<RenderedCall['theme'], 'scheme' | 'dir'>;

/** The panel's scheme and direction, as they are drawn. */
function useLook(slot: { current: Element | null }, isThere: boolean): Look {
  const [look, setLook] = useState<Look>({ scheme: 'light', dir: 'ltr' });
  useLayoutEffect(() => {
    if (slot.current === null) return;
    const { colorScheme, direction } = getComputedStyle(slot.current);
    const scheme = colorScheme.includes('dark') ? 'dark' : 'light';
    const dir = direction === 'rtl' ? 'rtl' : 'ltr';
    if (scheme !== look.scheme || dir !== look.dir) setLook({ scheme, dir });
  });
  useLayoutEffect(() => {
    const query = isThere && globalThis.matchMedia?.('(prefers-color-scheme:dark)');
    if (!query) return;
    const lookAgain = () => setLook((now) => ({ ...now }));
    query.addEventListener('change', lookAgain);
    return () => query.removeEventListener('change', lookAgain);
  }, [isThere]);
  return look;
}
