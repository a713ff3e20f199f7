// Places outside the conversation where texts of others come to stand: the launcher and its badge, the owner's
// abilities, what is said aloud, what is printed, the box that one writes in. Each draws through the code that does.

import { classifyFailure } from '../../src/client/classify.ts';
import { describeReply } from '../../src/client/describe-reply.ts';
import { createChat } from '../../src/loader/chat.ts';
import { parseTicket } from '../../src/protocol/index.ts';
import type { SessionSnapshot } from '../../src/session/types.ts';
import { freezeInput } from '../../src/tools/input.ts';
import { toQuestion } from '../../src/tools/question.ts';
import { createAbilitiesSource } from '../../src/tools/sources/abilities.ts';
import { readAbilityReply } from '../../src/tools/sources/abilities-reply.ts';
import type { Tool, ToolsSnapshot } from '../../src/tools/types.ts';
import { printTranscript } from '../../src/ui/later/transcript.ts';
import { createChatModel } from '../../src/ui/model/chat-model.ts';
import { mountPanel } from '../../src/ui/mount-panel.tsx';
import type { ViewOptions } from '../../src/ui/types.ts';
import { createDebugLog } from '../../src/widget/debug-log.ts';
import { createLauncherBadge } from '../../src/widget/launcher-badge.ts';
import { createValue } from '../../src/widget/value.ts';
import { createRecordedPorts } from '../gallery/ports.ts';
import { nextTask } from './tripwires.ts';

/** Puts a text, or what stands in its place, where the sink of this name wants it. */
export type Put = (sink: string) => unknown;

export interface Place {
  draw(put: Put): void | Promise<void>;
  /** What is to be looked at. */
  roots(): ParentNode[];
}

/** What needs a text by its type: the page's own words, and what a parser has made a text of. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'x');

const EMPTY: SessionSnapshot = {
  sessionId: 'session',
  entries: [],
  run: { state: 'idle' },
  connection: 'live',
  trouble: null,
  isRestored: true,
  isUpToDate: true,
  hasOlder: false,
  isLoadingOlder: false,
  isForgetful: false,
};

export interface Mounting {
  now(): number;
  /** What the conversation becomes of the texts, as in the main panel. */
  session(put: Put): SessionSnapshot;
  options(put: Put): ViewOptions;
}

function shadow(): ShadowRoot {
  const host = document.createElement('div');
  document.body.append(host);
  return host.attachShadow({ mode: 'open' });
}

/** The button as the page's script draws it, before anything else is fetched. */
export function launcherPlace(): Place {
  const fetched = () => Promise.reject(new Error('not fetched here'));
  const chat = createChat({}, 'payloads', fetched, () => {});
  const host = () => document.querySelector('bellhop-host')?.shadowRoot;
  return {
    draw(put) {
      chat.configure({
        gateway: 'https://gateway.test',
        session: '/session',
        launcher: textOf(put('text of the launcher')),
        color: textOf(put('-')),
        theme: textOf(put('-')) as 'auto',
        position: textOf(put('-')) as 'left',
        offset: textOf(put('-')),
        hideOn: '',
      });
    },
    roots: () => [host()].filter((root) => root !== null && root !== undefined),
  };
}

/** The badge, and the page's title while something is unread. */
export function badgePlace(): Place {
  const root = shadow();
  const button = document.createElement('button');
  root.append(button);
  const { i18n } = createRecordedPorts({ name: 'badge', session: EMPTY });
  const never = { subscribe: () => () => {} };
  let name = '';
  const badge = createLauncherBadge(
    root,
    button,
    { unread: { get: () => 3, ...never }, openness: { get: () => false, ...never } },
    i18n,
    () => name,
  );
  return {
    draw(put) {
      name = textOf(put('name of the launcher'));
      badge.draw();
    },
    roots: () => [root],
  };
}

/** A question about an ability, as the site's catalog describes it, and its answer. */
export function abilityPlace(mounting: Mounting): Place {
  const root = shadow();
  const ports = createRecordedPorts(
    { name: 'abilities', session: EMPTY, options: { isInline: true } },
    { now: mounting.now },
  );
  mountPanel(root, ports);
  let count = 0;
  const offered = async (entry: object): Promise<Tool | undefined> => {
    let tools: readonly Tool[] = [];
    const source = createAbilitiesSource({
      catalogUrl: '/abilities',
      nonceUrl: null,
      pageUrl: () => location.href,
      fetch: async () => new Response(JSON.stringify([entry])),
      registry: {
        replace(_, found) {
          if (found.length > 0) tools = found;
        },
      },
    });
    await source.refresh();
    source.close();
    return tools[0];
  };
  return {
    async draw(put) {
      count += 1;
      const tool = await offered({
        name: 'shop/pay',
        label: put('label of an ability'),
        description: put('description of an ability'),
        category: put('-'),
        run_url: '/run',
        input_schema: {
          type: 'object',
          properties: {
            [`a ${textOf(put('-'))}`]: { title: put('-') },
            b: { title: put('title of a field') },
          },
        },
        meta: { annotations: { destructive: put('-') } },
      });
      if (!tool) return;
      const toolUseId = `ability_${count}`;
      const question = toQuestion(tool, toolUseId, freezeInput({ b: textOf(put('-')) }), true);
      const asked = { toolUseId, name: tool.name, title: tool.title };
      const calls: ToolsSnapshot['calls'] = new Map([
        [toolUseId, { ...asked, status: { state: 'asking', question } }],
        [
          `${toolUseId} done`,
          {
            ...asked,
            status: { state: 'settled', outcome: outcomeOf(put('message of the site')) },
          },
        ],
      ]);
      ports.tools.set({ calls, questions: [question], isRunning: false });
      const part = (id: string) => ({
        kind: 'tool' as const,
        key: id,
        toolUseId: id,
        name: tool.name,
        input: {},
        result: null,
        isPending: true,
      });
      ports.session.set({
        ...EMPTY,
        entries: [
          {
            kind: 'agent',
            key: `a ${count}`,
            parts: [part(`${toolUseId} done`), part(toolUseId)],
            turn: { state: 'paused' },
            citations: [],
            usage: null,
            at: mounting.now(),
          },
        ],
      });
    },
    roots: () => [root],
  };
}

function outcomeOf(message: unknown) {
  let content = '';
  try {
    readAbilityReply({ status: 400, body: JSON.stringify({ code: 'x', message }) }, false);
  } catch (error) {
    content = (error as Error).message;
  }
  return { isError: true, code: 'execution_failed' as const, durationMs: 1, content };
}

/** What a gateway's refusal says, and under which names its endpoint hands out sessions. */
export function refusalPlace(mounting: Mounting, open: (root: ShadowRoot) => Promise<void>): Place {
  const root = shadow();
  const ports = createRecordedPorts(
    { name: 'refusals', session: EMPTY, options: { isInline: true, isDebug: true } },
    { now: mounting.now },
  );
  const entries = createValue<ReturnType<typeof ports.debug.get>>([]);
  ports.debug = entries;
  mountPanel(root, ports);
  void open(root);
  const log = createDebugLog({ now: mounting.now } as never, () => true, {
    ...entries,
    get: () => [],
  });
  return {
    draw(put) {
      const said = textOf(put('-'));
      const error = classifyFailure({
        status: 400,
        headers: new Headers(),
        seen: '',
        body: {
          error: {
            message: put('message of the gateway'),
            type: said,
            code: said,
            request_id: said,
          },
        },
        now: mounting.now(),
        token: 'secret',
      });
      log.warn(error.message);
      const [warning] = entries.get();
      // Bodies of other shapes, as a proxy or the site sends them: no JSON, a text as the error, a list.
      const others = [said, { message: said, error: said }, [said]].map((body) => {
        const headers = new Headers();
        const sent = JSON.stringify(body);
        const seen = describeReply(new Response(sent, { status: 500 }), sent);
        log.warn(
          classifyFailure({ status: 500, headers, body, seen, now: 0, token: 'secret' }).message,
        );
        return entries.get()[0];
      });
      const ticket = parseTicket({ session_id: put('id of a session'), token: 't' });
      const path = `/v1/sessions/${ticket?.session_id ?? ''}/events`;
      log.trace({
        method: 'GET',
        path,
        status: 400,
        latencyMs: 1,
        requestId: error.requestId ?? '',
      });
      const [request] = entries.get();
      entries.set([warning, request, ...others].filter((entry) => entry !== undefined));
    },
    roots: () => [root],
  };
}

/** What a screen reader hears, what stands in the box, the files to be sent with it, and the printed transcript. */
export function voiceAndPaperPlace(mounting: Mounting): Place {
  const root = shadow();
  const ports = createRecordedPorts(
    { name: 'voice', session: EMPTY, options: { isInline: true } },
    {
      now: mounting.now,
      after(_, callback) {
        const timer = setTimeout(callback, 0);
        return () => clearTimeout(timer);
      },
    },
  );
  const panel = mountPanel(root, ports);
  const chat = createChatModel(ports);
  let paper: Document | null = null;
  // A dialog of the browser would stop the run.
  const frame = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow');
  const contentWindow = function (this: HTMLIFrameElement): Window | null {
    const view: Window | null = frame?.get?.call(this) ?? null;
    if (view) view.print = () => {};
    return view;
  };
  if (frame)
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      ...frame,
      get: contentWindow,
    });
  return {
    async draw(put) {
      for (const old of document.querySelectorAll('iframe')) old.remove();
      panel.setDraft(textOf(put('draft')));
      ports.options.set({ ...mounting.options(put), allowAttachments: true });
      // What takes files is fetched with the first of these options.
      do await nextTask();
      while (!root.querySelector('input[type=file]'));
      attach(root, textOf(put('name of a file')));
      const own: Record<string, string> = {
        answer: 'spoken answer',
        'text of the visitor': 'printed message',
      };
      ports.session.set({ ...mounting.session((sink) => put(own[sink] ?? '-')), trouble: null });
      await printTranscript(chat);
      paper = document.querySelector('iframe')?.contentDocument ?? null;
    },
    // Not the conversation itself: it would show all of it, too.
    roots: () => [
      ...root.querySelectorAll('[aria-live], .composer'),
      ...(paper ? [paper.body] : []),
    ],
  };
}

function attach(root: ShadowRoot, name: string): void {
  for (const button of root.querySelectorAll<HTMLElement>('.attachments button')) button.click();
  const data = new DataTransfer();
  data.items.add(new File(['x'], name, { type: 'text/plain' }));
  const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
  root.querySelector('.panel')?.dispatchEvent(drop);
}
