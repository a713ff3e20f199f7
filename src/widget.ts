// The engine: wires the rooms together behind one `chat`. The only file that knows all of them.
// Until the chat is opened (or an earlier page left something unfinished) it neither stores nor asks anything.

import { createI18n, type I18n } from './i18n/index.ts';
import { isMarked } from './loader/required.ts';
import { createBrowserPlatform, namespacePrefix, type Platform } from './platform/index.ts';
import type { SessionSnapshot } from './session/types.ts';
import { createToolRegistry, ToolError } from './tools/index.ts';
import type { ToolsSnapshot } from './tools/types.ts';
import { mountPanel } from './ui/mount-panel.tsx';
import type { ChatActions, ChatPorts, Panel } from './ui/types.ts';
import { createEventTeller, textOf } from './widget/announce-events.ts';
import { type Conversation, createConversation } from './widget/conversation.ts';
import { createConversations } from './widget/conversations.ts';
import { createDebugLog } from './widget/debug-log.ts';
import { createLauncherBadge, type LauncherBadge } from './widget/launcher-badge.ts';
import { setNonce } from './widget/lazy.ts';
import { createOptionsReader, toViewOptions } from './widget/options.ts';
import { createOpenNote, createPreferences } from './widget/preferences.ts';
import { readDocument } from './widget/read-document.ts';
import { readStrings } from './widget/strings.ts';
import { createTickets } from './widget/tickets.ts';
import { startToolSources, type ToolSources } from './widget/tool-sources.ts';
import type { Engine, EngineContext } from './widget/types.ts';
import { createValue } from './widget/value.ts';

const NOTHING: SessionSnapshot = {
  sessionId: null,
  entries: [],
  run: { state: 'idle' },
  connection: 'off',
  trouble: null,
  isRestored: false,
  isUpToDate: false,
  hasOlder: false,
  isLoadingOlder: false,
  isForgetful: false,
};
/** How long a message waits until the site knows of new tools. */
const TELL_LIMIT_MS = 2_000;

const NO_TOOLS: ToolsSnapshot = { calls: new Map(), questions: [], isRunning: false };

/** Joins a chat to the launcher that stands on the page. */
export function mount(context: EngineContext): Engine {
  const { raw, name, root, launcher, isInline, emit } = context;
  const warn = (sentence: string): void => console.warn(`[bellhop] ${sentence}`);
  setNonce(context.nonce);

  const reader = createOptionsReader(
    { baseUrl: document.baseURI, isColor: (value) => CSS.supports('color', value) },
    warn,
  );
  let options = reader.read(raw);
  const namespace = `${name}@${raw.gateway}`;
  const prefix = namespacePrefix(namespace);
  const browser = createBrowserPlatform({ namespace });
  let isMarkSet = isMarked(namespace);
  let isSessionMarked = false;
  let isOpenMarked = false;
  const setSessionMark = (isSet: boolean) => () => {
    isSessionMarked = isSet;
    applyMark();
  };
  const platform: Platform = {
    ...browser,
    mark: { set: setSessionMark(true), clear: setSessionMark(false) },
  };
  const { clock } = platform;
  const openNote = createOpenNote(prefix);

  const view = createValue(toViewOptions(options, isInline));
  const shown = createValue(NOTHING);
  const tools = createValue(NO_TOOLS);
  const debug = createDebugLog(clock, () => options.debug);
  const registry = createToolRegistry(options.tools);
  const conversations = createConversations(platform, () => options.history !== 'none');
  const getTicket = createTickets(platform, () => ({ raw, options }));
  const i18n: I18n = createI18n({
    hints: {
      choice: options.lang,
      page: document.documentElement.lang,
      browser: navigator.languages,
    },
  });
  const after = (delayMs: number) =>
    new Promise<void>((resolve) => clock.setTimeout(resolve, delayMs));
  const fetchText = async (url: string) => (await platform.fetch(url)).text();
  const applyStrings = async (): Promise<void> => {
    if (raw.strings) i18n.setOverrides(await readStrings(raw.strings, fetchText, warn));
  };

  let current: Conversation | null = null;
  let begun: Promise<void> | null = null;
  let sources: ToolSources | null = null;
  let panel: Panel | null = null;
  let badge: LauncherBadge | null = null;
  let hasTyped = false;
  const stops: (() => void)[] = [];

  // ── conversations ───────────────────────────────────────────────────────────────────────────────────────────

  /** Shows a conversation; null begins another. */
  function show(sessionId: string | null, isNew: boolean): void {
    current?.close();
    const teller = createEventTeller(emit);
    const conversation = createConversation({
      platform,
      options,
      registry,
      debug,
      sessionId,
      isNew,
      settleMs: typeof raw.settleMs === 'number' ? raw.settleMs : undefined,
      async getTicket(request) {
        await sources?.ready;
        return getTicket({
          ...request,
          ...(registry.definitions().length === 0 ? {} : { tools: registry.definitions() }),
        });
      },
      onSessionId: (id) => conversations.choose(id),
    });
    current = conversation;
    const { session } = conversation;
    let isRestored = false;
    const onSession = (): void => {
      if (current !== conversation) return;
      const before = shown.get();
      const snapshot = session.getSnapshot();
      shown.set(snapshot);
      teller.session(snapshot);
      keepMark();
      if (snapshot.isRestored && !isRestored) {
        isRestored = true;
        if (!hasTyped && session.getDraft() !== '') panel?.setDraft(session.getDraft());
      }
      if (before.run.state === 'running' && snapshot.run.state === 'idle') chime();
    };
    session.subscribe(onSession);
    conversation.tools.subscribe(() => {
      if (current !== conversation) return;
      tools.set(conversation.tools.get());
      teller.tools(tools.get());
      keepMark();
    });
    tools.set(NO_TOOLS);
    onSession();
  }

  function begin(): Promise<void> {
    begun ??= (async () => {
      void applyStrings();
      sources = startToolSources({ platform, options, registry, warn });
      const last = await conversations.restore();
      show(options.sessionId ?? last, false);
    })();
    return begun;
  }

  async function inConversation(): Promise<Conversation> {
    await begin();
    if (current === null) throw new Error('The chat was closed.');
    return current;
  }

  async function startNew(): Promise<void> {
    await begin();
    conversations.choose(null);
    show(null, true);
  }

  // ── what the next page must know ────────────────────────────────────────────────────────────────────────────

  /** An open panel with a conversation in it opens again; of all else the session keeps the mark itself. */
  function keepMark(): void {
    isOpenMarked = panel?.isOpen() === true && shown.get().entries.length > 0;
    applyMark();
  }

  function applyMark(): void {
    const isWanted = isOpenMarked || isSessionMarked;
    if (isWanted === isMarkSet) return;
    isMarkSet = isWanted;
    if (isWanted) browser.mark.set();
    else browser.mark.clear();
  }

  function chime(): void {
    if (!options.sound || (panel?.isOpen() && !document.hidden)) return;
    import('./widget/sound.ts').then(({ playChime }) => playChime()).catch(() => {});
  }

  // ── the panel ───────────────────────────────────────────────────────────────────────────────────────────────

  const actions: ChatActions = {
    async send(content) {
      const conversation = await inConversation();
      const { session } = conversation;
      // A site that can't be told leaves the agent with the tools that it knows.
      await Promise.race([conversation.tellTools().catch(() => {}), after(TELL_LIMIT_MS)]);
      const localId = await session.send(content);
      const { sessionId } = session.getSnapshot();
      if (sessionId !== null) conversations.note(sessionId, textOf(content));
      return localId;
    },
    check: (localId) => void current?.session.check(localId),
    resend: (localId) => void current?.session.resend(localId),
    discard: async (localId) => (await inConversation()).session.discard(localId),
    interrupt: () => void current?.session.interrupt(),
    retryNow: () => current?.session.retryNow(),
    loadOlder: () => void current?.session.loadOlder(),
    newConversation: () => void startNew(),
    openConversation(sessionId) {
      conversations.choose(sessionId);
      show(sessionId, false);
    },
    clearDevice: () => void clear(),
    answerTool: (...answer) => current?.runner()?.answer(...answer),
    runToolHere: (toolUseId) => current?.runner()?.runHere(toolUseId),
    setDraft(text) {
      hasTyped = true;
      current?.session.setDraft(text);
    },
    close: () => panel?.close(),
    markRead: () => {},
  };

  const ports: ChatPorts = {
    options: view,
    session: shown,
    tools,
    conversations: conversations.list,
    debug: debug.entries,
    actions,
    i18n,
    draft: () => current?.session.getDraft() ?? '',
    now: () => clock.now(),
    after(delayMs, callback) {
      const id = clock.setTimeout(callback, delayMs);
      return () => clock.clearTimeout(id);
    },
    readDocument: (file) => readDocument(file, i18n),
    preferences: createPreferences(prefix),
  };

  async function clear(): Promise<void> {
    const { session } = await inConversation();
    const { sessionId } = session.getSnapshot();
    await session.clear();
    if (sessionId !== null) conversations.forget(sessionId);
    await startNew();
  }

  function ensurePanel(): Panel {
    if (panel !== null) return panel;
    if (isInline) launcher?.remove();
    const mounted = mountPanel(root, ports);
    panel = mounted;
    badge = createLauncherBadge(root, isInline ? null : launcher, mounted, i18n, () =>
      options.launcher === 'none' ? '' : options.launcher,
    );
    stops.push(
      mounted.openness.subscribe(() => {
        const isOpen = mounted.isOpen();
        emit(isOpen ? 'open' : 'close', { name });
        openNote.write(isOpen);
        keepMark();
      }),
      mounted.unread.subscribe(() => emit('unread', { count: mounted.unread.get() })),
    );
    return panel;
  }

  function open(how?: { focus: boolean }): void {
    void begin();
    ensurePanel().open(how);
    if (isInline) emit('open', { name });
  }

  if (!isInline) ensurePanel();
  if (isMarkSet) {
    void begin();
    if (isInline || openNote.read()) open({ focus: false });
  }

  return {
    open: () => open(),
    close: () => panel?.close(),
    async send(text) {
      return (await actions.send([{ type: 'text', text: String(text) }])) !== null;
    },
    draft: (text) => ensurePanel().setDraft(String(text)),
    newConversation: startNew,
    clear,
    configure() {
      options = reader.read(raw);
      view.set(toViewOptions(options, isInline));
      if (begun !== null) void applyStrings();
    },
    registerTool: (tool, registerOptions) => registry.register(tool, registerOptions),
    unregisterTool: (tool) => registry.unregister(tool),
    state: () => ({
      isOpen: panel?.isOpen() ?? false,
      unread: panel?.unread.get() ?? 0,
      sessionId: shown.get().sessionId,
      run: shown.get().run.state,
    }),
    destroy() {
      for (const stop of stops) stop();
      current?.close();
      current = null;
      sources?.close();
      badge?.close();
      panel?.destroy();
      i18n.close();
      platform.storage.close();
    },
    ToolError,
  };
}
