// Joins the developer's panel with a chat: fetched where `data-debug` is on, or the page's address says `?bellhop-debug` on the
// developer's own machine. A visitor's page never fetches it.

import { mountDevtools } from '../devtools/mount.tsx';
import type { Memory, Setup, TabName } from '../devtools/types.ts';
import { document } from '../dom/document.ts';
import { writeJson } from '../dom/json.ts';
import { describeChoices, describeMistakes } from '../loader/attribute-warnings.ts';
import { ATTRIBUTE_NAMES, parseAttributes, toAttribute } from '../loader/attributes.ts';
import { createBrowserPlatform, isFramedByAnother } from '../platform/index.ts';
import { createMemoryStorage } from '../platform/memory-storage.ts';
import { isRecord } from '../protocol/index.ts';
import { snapshotOf } from '../session/replay.ts';
import { loadToolRunner, type Tool } from '../tools/index.ts';
import { mountPanel } from '../ui/mount-panel.tsx';
import type { ChatActions, ChatPorts, Source } from '../ui/types.ts';
import type { Core } from './core.ts';
import { isOwnMachine } from './own-host.ts';
import { NO_TOOLS, type Stage } from './stage.ts';
import type { Chat, ChatEvents } from './types.ts';
import { createValue } from './value.ts';

export interface DevtoolsParts {
  chat: Chat;
  host: HTMLElement;
  stage: Stage;
  ports: ChatPorts;
  getCore(): Promise<Core>;
}

/** Every event of the chat, each by name: a new one is missed by the compiler. `change` comes with each piece of an answer, and says nothing. */
const EVENTS: Readonly<Record<Exclude<keyof ChatEvents, 'change'>, true>> = {
  ready: true,
  open: true,
  close: true,
  message: true,
  unread: true,
  tool: true,
  error: true,
  feedback: true,
  session: true,
  consent: true,
};
const KEY = 'bellhop-devtools';
const FIRST: Memory = { isOpen: false, tab: 'tools', width: 440, tool: '' };
const TABS: readonly TabName[] = ['tools', 'calls', 'events', 'replay', 'setup'];
/** A secret: the panel's pictures and reports go to others. */
const SECRET = ['token', 'userToken'];

/** @returns what ends it. Does nothing on a page that isn't one for it. */
export function startDevtools({ chat, host, stage, ports, getCore }: DevtoolsParts): () => void {
  const isOwn = isOwnMachine(location.hostname);
  if (!stage.options().debug) {
    // Asked for by the address, which a stranger can write: that counts on the developer's machine alone.
    if (!isOwn) return () => {};
    chat.configure({ debug: true });
  }
  const ended = new AbortController();
  const { signal } = ended;
  const tools = createValue<readonly Tool[]>([]);
  void getCore().then(({ registry }) => {
    tools.set(registry.list());
    signal.addEventListener(
      'abort',
      registry.onChange(() => tools.set(registry.list())),
    );
  });
  // Also where it has another look: the panel's other half asks for the values as they are.
  const setup: Source<Setup> = {
    get: () => describeSetup(stage, ports),
    subscribe: ports.options.subscribe,
  };
  const platform = createBrowserPlatform({ namespace: 'bellhop-devtools' });
  const { clock, random, locks, page } = platform;
  const storage = { ...createMemoryStorage(), isDurable: true };

  const panel = mountDevtools(
    {
      session: stage.session,
      live: stage.tools,
      debug: stage.debug,
      tools,
      setup,
      onPageEvent(listener) {
        const offs = Object.keys(EVENTS).map((name) => {
          const heard = (event: Event) => listener(name, (event as CustomEvent).detail);
          host.addEventListener(`bellhop:${name}`, heard);
          return () => host.removeEventListener(`bellhop:${name}`, heard);
        });
        return () => {
          for (const off of offs) off();
        };
      },
      async createRunner(heard) {
        const [{ createToolRunner }, { registry }] = await Promise.all([
          loadToolRunner(),
          getCore(),
        ]);
        return createToolRunner({
          platform: { clock, random, locks, page, openChannel: null, storage },
          registry,
          namespace: `devtools:${random.id()}`,
          isFramed: isFramedByAnother(),
          async postResults(results) {
            heard(results);
            return new Map(results.map(({ tool_use_id: id }) => [id, 'accepted' as const]));
          },
        });
      },
      replay: { snapshotOf, draw: (place, session) => drawReplay(place, session, ports) },
      memory: { read: readMemory, write: writeMemory },
      clock: { now: ports.now, after: ports.after },
      copy: (text) => navigator.clipboard.writeText(text),
      newId: () => random.id(),
    },
    { side: () => stage.options().position, hasButton: isOwn },
  );
  ports.openDevtools = panel.open;
  return () => {
    delete ports.openDevtools;
    ended.abort();
    panel.destroy();
    platform.storage.close();
    platform.tabStorage.close();
    locks.close?.();
  };
}

function describeSetup(stage: Stage, ports: ChatPorts): Setup {
  const { raw } = stage;
  const environment = {
    baseUrl: document.baseURI,
    isColor: (value: string) => CSS.supports('color', value),
  };
  const parsed = parseAttributes(raw, environment);
  const { options, wrong, unknown } = parsed;
  const { sessionId, connection, trouble, run, isForgetful, entries } = stage.session.get();
  const known = new Set<string>(ATTRIBUTE_NAMES);
  return {
    options: Object.keys(raw)
      .filter((name) => raw[name] != null && raw[name] !== '' && name !== 'base')
      .map((name) => ({
        name: toAttribute(name),
        given: SECRET.includes(name) ? '…' : tell(raw[name]),
        used: known.has(name)
          ? SECRET.includes(name)
            ? '…'
            : tell(options[name as keyof typeof options])
          : unknown.includes(name)
            ? 'no option of Bellhop'
            : tell(raw[name]),
        isWrong: wrong.some((one) => one.name === name),
      })),
    mistakes: [...describeMistakes(parsed), ...describeChoices(options, raw, document.baseURI)],
    values: [
      ['Session', sessionId ?? 'none yet'],
      ['Connection', connection],
      ['Trouble', trouble === null ? 'none' : trouble.kind],
      ['The agent', run.state],
      ['Entries', String(entries.length)],
      ['Kept in the browser', isForgetful ? 'no: storage is refused' : stage.options().history],
      ['Language', ports.i18n.lang],
      ['Frame', isFramedByAnother() ? 'in another site’s: only reading tools run' : 'none'],
    ],
  };
}

const MAX_TOLD = 120;

function tell(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'function'
        ? 'a function'
        : value instanceof Element
          ? `<${value.localName}>`
          : (writeJson(value) ?? '');
  return text.length > MAX_TOLD ? `${text.slice(0, MAX_TOLD)}…` : text;
}

/** A chat that shows a conversation, in which nothing can be done. */
function drawReplay(
  place: HTMLElement,
  session: ChatPorts['session'],
  ports: ChatPorts,
): () => void {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  // As the launcher does for an inline panel; and nobody writes into what is over.
  sheet.replaceSync(
    ':host{display:flex!important;flex-flow:column;width:100%;height:100%}.composer,.header{display:none!important}',
  );
  root.adoptedStyleSheets = [sheet];
  place.append(host);
  const none = async () => null;
  const nothing = () => {};
  const actions: ChatActions = {
    send: none,
    check: nothing,
    resend: nothing,
    discard: none,
    interrupt: none,
    retryNow: nothing,
    loadOlder: nothing,
    newConversation: nothing,
    openConversation: nothing,
    findMessages: async () => new Map(),
    clearDevice: nothing,
    deleteConversation: async () => false,
    answerTool: nothing,
    runToolHere: nothing,
    retryTools: nothing,
    giveFeedback: nothing,
    setDraft: nothing,
    request: none,
    close: nothing,
  };
  const { i18n, now, after, readDocument } = ports;
  const options = createValue({
    ...ports.options.get(),
    isInline: true,
    hasFeedback: false,
    prompts: [],
    greeting: '',
  });
  const panel = mountPanel(root, {
    options,
    session,
    tools: createValue(NO_TOOLS),
    conversations: createValue([]),
    debug: createValue([]),
    actions,
    i18n,
    draft: () => '',
    now,
    after,
    readDocument,
  });
  panel.open({ focus: false });
  return () => {
    panel.destroy();
    host.remove();
  };
}

function readMemory(): Memory {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isRecord(kept)) return FIRST;
    const { isOpen, tab, width, tool } = kept;
    return {
      isOpen: isOpen === true,
      tab: TABS.find((one) => one === tab) ?? FIRST.tab,
      width: typeof width === 'number' && width > 0 ? width : FIRST.width,
      tool: typeof tool === 'string' ? tool : FIRST.tool,
    };
  } catch {
    return FIRST;
  }
}

function writeMemory(memory: Memory): void {
  try {
    sessionStorage.setItem(KEY, writeJson(memory));
  } catch {
    // Storage is refused: the next page begins with the panel closed.
  }
}
