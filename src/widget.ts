// The engine: joins the panel, the core and the launcher behind one `chat`. With the folder widget/ it is the
// composition root, which alone knows all rooms. It stores nothing and makes no request until the visitor opens the
// chat, unless an earlier page left something unfinished.

import { document } from './dom/document.ts';
import { createI18n, type I18n } from './i18n/index.ts';
import { loadLocale } from './i18n/load-locale.ts';
import type { InputBlock } from './protocol/index.ts';
import type { Session } from './session/types.ts';
import type { PageTool } from './tools/types.ts';
import { SMALL } from './ui/control-dialog.ts';
import { mountPanel } from './ui/mount-panel.tsx';
import type { ChatActions, ChatPorts, Panel } from './ui/types.ts';
import { createComeBack } from './widget/come-back.ts';
import type { Core } from './widget/core.ts';
import { askEarly } from './widget/early-session.ts';
import { createLauncherBadge, type LauncherBadge } from './widget/launcher-badge.ts';
import { setNonce } from './widget/lazy.ts';
import { isMarked } from './widget/mark.ts';
import { createOptionsReader, toViewOptions } from './widget/options.ts';
import { createOpenNote, createPreferences } from './widget/preferences.ts';
import { createSettings } from './widget/settings.ts';
import { createStage } from './widget/stage.ts';
import { createTypedNote } from './widget/typed-note.ts';
import type { Chat, Emit, EngineModule } from './widget/types.ts';
import { createValue } from './widget/value.ts';

/** Pause before the core is fetched again after a failure. */
const CORE_RETRY_MS = 3_000;

/** Joins the engine to the launcher that is on the page already. */
export const mount: EngineModule['mount'] = (chat, host, raw, name, isInline, isShown) => {
  const root = host.shadowRoot as ShadowRoot;
  const launcher = root.querySelector('button');
  const emit: Emit = (type, detail) => {
    host.dispatchEvent(
      new CustomEvent(`bellhop:${type}`, { detail, bubbles: true, composed: true }),
    );
  };
  const warn = (sentence: string): void => console.warn(`[bellhop] ${sentence}`);
  setNonce(raw.nonce);
  if (document.querySelector('#bellhop,[name=bellhop]')) {
    import('./loader/attribute-warnings.ts').then(
      ({ describeNamesake }) => describeNamesake().forEach(warn),
      () => {},
    );
  }

  const environment = {
    baseUrl: document.baseURI,
    isColor: (value: string) => CSS.supports('color', value),
    chat,
    host,
  };
  const reader = createOptionsReader(environment, warn);
  let options = reader.read(raw);
  const namespace = `${name}@${raw.gateway}`;
  const prefix = `bellhop:${namespace}`;
  const settings = createSettings(raw, `${prefix}:settings`, options.history, environment);
  options = reader.read(raw);
  const openNote = createOpenNote(prefix);
  const stage = createStage({
    raw,
    options: () => options,
    namespace,
    isMarked: isMarked(namespace),
    emit,
    warn,
    onSettings(given) {
      settings.take(given);
      chat.configure({});
    },
  });
  const hints = () => ({
    choice: options.lang,
    page: document.documentElement.lang,
    browser: navigator.languages,
  });
  const i18n: I18n = createI18n({ hints: hints(), load: loadLocale });
  const toView = () => toViewOptions(options, isInline, i18n.t('chat'));
  const view = createValue(toView());

  let core: Core | null = null;
  let panel: Panel | null = null;
  let badge: LauncherBadge | null = null;
  let hasTyped = false;
  let isGone = false;
  /** On a phone a bar stands in the panel's place. */
  let isBar = false;
  let stopNudge = (): void => {};
  const stops: (() => void)[] = [];

  // ── the core, when it is wanted ─────────────────────────────────────────────────────────────────────────────

  let coming: Promise<Core> | null = null;
  let retryCore = (): void => {};
  /** Where the owner asks for it: ends once the visitor has agreed, or when a message waits, with false where they haven't. */
  const agreed = async (isAsked?: boolean): Promise<unknown> =>
    options.consent &&
    (await import('./widget/consent.ts')).consent(
      { root, prefix, i18n, options, raw, emit, open },
      isAsked,
    );
  /** The page's calls that need the core, and alone are no reason to fetch it. */
  const waiting: (() => void)[] = [];
  /** Told once that the core could not be had: they don't wait for the next try. */
  const impatient = new Set<(error: unknown) => void>();
  /** Fetches the core, and tries until it succeeds: the page's tools and messages wait for it. */
  function getCore(): Promise<Core> {
    coming ??= (async () => {
      for (;;) {
        try {
          await agreed();
          fetchWays();
          const { createCore } = await import('./widget/core.ts');
          if (isGone) throw new Error('The chat was closed.');
          stage.session.set({ ...stage.session.get(), trouble: null });
          core = createCore(stage);
          return core;
        } catch (error) {
          if (isGone) throw error;
          warn(`A part of the chat could not be loaded: ${error}. Trying again.`);
          const retryAt = Number(Date.now()) + CORE_RETRY_MS;
          stage.session.set({ ...stage.session.get(), trouble: { kind: 'not_working', retryAt } });
          for (const refuse of impatient) refuse(error);
          impatient.clear();
          await new Promise<void>((resolve) => {
            retryCore = resolve;
            setTimeout(resolve, CORE_RETRY_MS);
          });
        }
      }
    })();
    for (const go of waiting.splice(0)) go();
    // Each caller gets this failure. Without a caller, as after `destroy`, it must not count as unhandled.
    coming.catch(() => {});
    return coming;
  }

  /** What the first session is asked for through is fetched beside the core, which would ask for it a round trip later. */
  function fetchWays(): void {
    if (raw.doors) import('./widget/doors.ts').catch(() => {});
    if (options.site) import('./widget/public-site.ts').catch(() => {});
  }

  // A sandboxed frame stores nothing. Chromium, asked there, rejects a second promise as well, which nobody can catch.
  const hasStored = async (): Promise<boolean> =>
    origin !== 'null' && (await indexedDB.databases()).some(({ name }) => name === prefix);

  let hasBegun = false;
  function begin(): void {
    if (hasBegun || isGone) return;
    hasBegun = true;
    void applyStrings();
    // Where tools wait for the core the request names them, and only the core can.
    if (!coming && !waiting[0]) askEarly(stage, hasStored).catch(() => {});
    void getCore()
      .finally(preconnect())
      .then(
        (it) => it.begin(),
        () => {},
      );
  }

  /**
   * Opens the way to the gateway (its name, the connection, its keys: three round trips) while the core is fetched.
   * @returns takes the link out of the page again.
   */
  function preconnect(): () => void {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'preconnect', crossOrigin: '', href: options.gateway });
    document.head?.append(link);
    return () => link.remove();
  }

  /** The core, or a rejection with the first failure to fetch it from now on. */
  const coreSoon = (): Promise<Core> =>
    new Promise((resolve, reject) => {
      if (core === null) impatient.add(reject);
      getCore().then(resolve, reject);
    });
  const withCore = <T>(act: (core: Core) => T): Promise<Awaited<T>> =>
    getCore().then(act) as Promise<Awaited<T>>;
  /** A page that offers tools pays for the core no earlier than one without: once the chat is opened. */
  const onceCore = (act: (core: Core) => void): void => {
    const go = (): void => void told(withCore(act));
    if (coming) go();
    else waiting.push(go);
  };
  const withSession = (act: (session: Session) => void): void => {
    const session = core?.current()?.session;
    if (session !== undefined) act(session);
  };

  async function applyStrings(): Promise<void> {
    if (!raw.strings) return;
    const { readStrings } = await import('./widget/strings.ts');
    i18n.setOverrides(await readStrings(raw.strings, warn));
  }

  /** The session whose draft the composer has got; undefined before there is one. */
  let restored: string | null | undefined;
  let lastRun = 'idle';
  /** Each ends the note of a message, once all messages have left or storage holds them. */
  const noted: (() => void)[] = [];
  function follow(): void {
    const snapshot = stage.session.get();
    const isFound = restored === null && !hasTyped && snapshot.sessionId !== null;
    if (snapshot.isRestored && (restored === undefined || isFound)) {
      // If the visitor has typed already, that text wins over the draft that an earlier page left.
      withSession((session) => {
        const draft = session.getDraft();
        if (!hasTyped && draft !== '') panel?.setDraft(draft);
        else if (hasTyped) session.setDraft(typed);
        note.typed('');
      });
    }
    restored = snapshot.isRestored ? snapshot.sessionId : undefined;
    const isUnsafe =
      snapshot.isForgetful &&
      snapshot.entries.some((one) => one.kind === 'user' && one.delivery.state !== 'sent');
    if (!isUnsafe) for (const end of noted.splice(0)) end();
    const { state } = snapshot.run;
    if (lastRun === 'running' && (state === 'idle' || state === 'coming')) chime();
    lastRun = state;
    keepMark();
    emit('change', { name });
  }
  stops.push(
    stage.session.subscribe(follow),
    i18n.subscribe(() => view.set(toView())),
  );

  function keepMark(): void {
    const isKept = isBar || panel?.isOpen() === true;
    core?.keepOpenMark(isKept && stage.session.get().entries.length > 0);
  }

  function chime(): void {
    const choice = ports.preferences?.get('sound');
    const isOn = choice ? choice === 'on' : options.sound;
    if (!isOn || (panel?.isOpen() && !document.hidden)) return;
    import('./widget/sound.ts').then(({ playChime }) => playChime()).catch(() => {});
  }

  // ── the panel ───────────────────────────────────────────────────────────────────────────────────────────────

  // From here on no text is lost if the page goes: the note holds it until storage does.
  const note = createTypedNote(prefix);
  let typed = note.read();
  hasTyped = typed !== '';
  note.typed(typed);
  /** The note holds the text until it is stored or sent, or the visitor has it back. */
  async function post(
    content: InputBlock[],
    whenCore: () => Promise<Core>,
    isTyped?: boolean,
  ): Promise<string | null> {
    const kept = note.sending(
      content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n'),
    );
    try {
      if ((await agreed(true)) === false) return null;
      return await (await whenCore()).send(content, isTyped);
    } finally {
      noted.push(kept);
      follow();
    }
  }
  const actions: ChatActions = {
    // Where a file of the chat can't be had the text goes back into the composer: it doesn't vanish while that is tried.
    send: (content, isTyped) => post(content, coreSoon, isTyped),
    check: (localId) => withSession((session) => void session.check(localId)),
    resend: (localId) => withSession((session) => void session.resend(localId)),
    discard: async (localId) => core?.current()?.session.discard(localId) ?? null,
    interrupt: async () => core?.current()?.session.interrupt() ?? null,
    retryNow() {
      retryCore();
      withSession((session) => session.retryNow());
    },
    loadOlder: () => withSession((session) => void session.loadOlder()),
    newConversation: () => void withCore((it) => it.startNew()),
    openConversation: (sessionId) => core?.openConversation(sessionId),
    findMessages: (words) => withCore((it) => it.findMessages(words)),
    clearDevice: () => void withCore((it) => it.clear()),
    deleteConversation: () => withCore((it) => it.deleteConversation()),
    answerTool: (...answer) =>
      core
        ?.current()
        ?.tools.runner()
        ?.answer(...answer),
    runToolHere: (toolUseId) => core?.current()?.tools.runner()?.runHere(toolUseId),
    retryTools: () => core?.current()?.tools.runner()?.retryPosting(),
    giveFeedback(feedback) {
      const { sessionId } = stage.session.get();
      emit('feedback', { sessionId, ...feedback });
      const { feedbackUrl } = options;
      const stored =
        feedbackUrl === null
          ? withCore((it) => it.giveFeedback(feedback))
          : import('./widget/send-feedback.ts').then(({ sendFeedback }) =>
              sendFeedback(feedbackUrl, sessionId, feedback),
            );
      stored.catch((error) => warn(`The feedback was not stored: ${error}`));
    },
    setDraft(text) {
      hasTyped = true;
      typed = text;
      if (restored === undefined) note.typed(text);
      withSession((session) => session.setDraft(text));
    },
    request: async (asked) => core?.current()?.http.json(asked, (body) => body),
    close: () => panel?.close(),
  };

  const ports: ChatPorts = {
    options: view,
    session: stage.session,
    tools: stage.tools,
    conversations: stage.conversations,
    debug: stage.debug,
    actions,
    i18n,
    draft: () => core?.current()?.session.getDraft() ?? typed,
    now: () => Number(Date.now()),
    after(delayMs, callback) {
      const id = setTimeout(callback, delayMs);
      return () => clearTimeout(id);
    },
    hasStored,
    keepBar(isThere) {
      isBar = isThere;
      openNote.write(isThere ? 'bar' : '');
      keepMark();
    },
    readDocument: async (file) =>
      (await import('./widget/read-document.ts')).readDocument(file, i18n),
    preferences: createPreferences(prefix, () => options.history === 'local'),
  };

  // Looser than the part itself is, which looks again.
  if (options.debug || /localhost|bellhop-debug/.test(`${location}`)) {
    import('./widget/own-machine.ts').then(
      (it) =>
        stops.push(it.ownMachine({ chat, host, stage, ports, getCore, namespace, options, raw })),
      () => {},
    );
  }

  function ensurePanel(): Panel {
    if (panel !== null) return panel;
    const hadFocus = isInline && root.activeElement === launcher && launcher !== null;
    if (isInline) launcher?.remove();
    const mounted = mountPanel(root, ports);
    panel = mounted;
    // The launcher had the focus and is gone now: open the panel, so that the focus moves into the composer.
    if (hadFocus) open();
    badge = createLauncherBadge(root, isInline ? null : launcher, mounted, i18n, () =>
      options.launcher === 'none' ? '' : options.launcher,
    );
    stops.push(
      mounted.openness.subscribe(() => {
        emit(mounted.isOpen() ? 'open' : 'close', { name });
        openNote.write(mounted.isOpen() ? 'open' : '');
        keepMark();
      }),
      mounted.unread.subscribe(() => emit('unread', { count: mounted.unread.get() })),
    );
    return panel;
  }

  /** Where the page's root is what fixed elements stand in, the chat is lifted above the page. */
  function lift(): void {
    const fixed = root.querySelector<HTMLElement>('dialog,button');
    if (!isInline && fixed?.offsetParent) {
      import('./widget/lift.ts')
        .then(({ raiseHost }) => raiseHost(host, root, warn))
        .catch(() => {});
    }
  }

  /** What the page says to one who opens a chat that has ended. */
  let farewell = 'The chat was destroyed.';
  /** An inline panel goes with the owner's element. */
  const comeBack = isInline ? null : createComeBack(host, draw, end);

  /** The chat stands in a page that was replaced. */
  function draw(): void {
    // If the document was opened anew before the engine came, the launcher has lost its handler.
    if (launcher) launcher.onclick = () => chat.toggle();
    // A dialog that leaves the page leaves the top layer too, and doesn't come back into it by itself.
    if (panel?.isOpen()) {
      panel.close();
      panel.open({ focus: false });
    }
    lift();
  }

  function end(): void {
    farewell =
      'The page was written anew (document.open), which ended the chat. Include its script again.';
    warn(farewell);
    chat.destroy();
  }

  function open(how?: { focus: boolean }): void {
    if (!isGone) comeBack?.now();
    if (isGone) throw new Error(farewell);
    ensurePanel().open(how);
    lift();
    // Let the browser draw the panel before the work begins. A hidden page draws nothing, so don't wait there.
    if (document.hidden) begin();
    else requestAnimationFrame(() => setTimeout(begin));
  }

  // A launcher's panel is drawn in a task of its own: on a slow phone this one, which reads the engine, is long already.
  if (isInline) ensurePanel();
  else
    setTimeout(() => {
      if (isGone) return;
      ensurePanel();
      // Asks for a place, which the browser would lay out in this task.
      setTimeout(lift);
    });
  if (options.publishTools.length > 0) void getCore();
  if (isInline) {
    // The panel shows at once, but nothing is stored or requested before the visitor first focuses or presses it.
    const begun = (): void => {
      if (!panel?.isOpen()) open({ focus: false });
    };
    for (const type of ['focusin', 'click']) {
      host.addEventListener(type, begun);
      stops.push(() => host.removeEventListener(type, begun));
    }
  }
  if (stage.isMarked) {
    begin();
    const left = openNote.read();
    // On a phone the page would be hidden to which a tool has just led: show that, and a bar of the chat.
    const [way] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const isLed = !isInline && (left === 'bar' || way?.type === 'navigate');
    if (left && isLed && matchMedia(SMALL).matches) ensurePanel().shrink();
    else if (isInline || left) open({ focus: false });
  }

  // ── the page's interface, in the place of the launcher's stand-ins ──────────────────────────────────────────

  const { configure, destroy, show } = chat;
  // Draw the launcher again: it may still say that the chat could not load.
  configure({});
  /** Logs a rejection to the console even if the page ignores the promise. */
  const told = <T>(asked: Promise<T>): Promise<T> => {
    asked.catch((error) => console.error('[bellhop]', error));
    return asked;
  };
  const closeIfHidden = (): void => {
    if (!isShown()) panel?.close();
  };
  /** Somebody has signed in or out: what they typed and the chat shows is theirs. */
  function changeVisitor(): void {
    stage.early = undefined;
    if (core === null) return;
    core.changeVisitor();
    panel?.setDraft('');
    typed = '';
    hasTyped = false;
    note.typed('');
  }
  const own: Omit<Chat, 'ready' | 'on' | 'hide'> = {
    get state() {
      const { sessionId, run, entries } = stage.session.get();
      return {
        isLoaded: true as const,
        isOpen: panel?.isOpen() ?? false,
        isShown: isShown(),
        unread: panel?.unread.get() ?? 0,
        sessionId,
        run: run.state === 'coming' ? 'idle' : run.state,
        entries,
      };
    },
    get ToolError() {
      return core?.ToolError;
    },
    // A page that ignores the promise of a chat that has ended gets a line in the console, and goes on.
    open: () => told((async () => open())()),
    close: () => panel?.close(),
    toggle: () => (panel?.isOpen() && !isInline ? panel.close() : own.open()),
    show(isWanted?: boolean) {
      show(isWanted as boolean);
      closeIfHidden();
    },
    send(text) {
      begin();
      const sent = post([{ type: 'text', text: String(text) }], getCore);
      return told(sent.then((localId) => localId !== null));
    },
    draft: async (text) => ensurePanel().setDraft(String(text)),
    async nudge(text, how) {
      stopNudge();
      const { startNudge } = await import('./widget/nudge.ts');
      if (isGone || isInline) return;
      stopNudge();
      const shown = ensurePanel();
      stopNudge = startNudge(
        {
          root,
          prefix,
          i18n,
          position: () => options.position,
          isOpen: shown.isOpen,
          isShown,
          open: () => open(),
          ownText: text === options.nudge ? raw.nudge : null,
          onOpenness: shown.openness.subscribe,
        },
        String(text),
        how,
      );
    },
    newConversation: () => told(withCore((it) => it.startNew())),
    clear: () => told(withCore((it) => it.clear())),
    configure(next) {
      settings.leave(next);
      const { userToken } = raw;
      const problem = configure(next);
      options = reader.read(raw);
      if (raw.userToken !== userToken && (raw.userToken || userToken)) changeVisitor();
      i18n.setHints(hints());
      view.set(toView());
      badge?.draw();
      if (hasBegun) void applyStrings();
      return problem;
    },
    registerTool: <Input>(tool: PageTool<Input>, how?: { signal?: AbortSignal }) =>
      onceCore((it) => it.registry.register(tool, how)),
    unregisterTool: (tool) => onceCore((it) => it.registry.unregister(tool)),
    destroy() {
      isGone = true;
      comeBack?.close();
      stopNudge();
      for (const stop of stops) stop();
      core?.close();
      badge?.close();
      panel?.destroy();
      i18n.close();
      destroy();
    },
  };
  for (const name of Object.keys(own)) {
    // The descriptor gets no prototype: defineProperty would read members that it lacks from Object.prototype.
    const how = Object.assign(Object.create(null), Object.getOwnPropertyDescriptor(own, name));
    Object.defineProperty(chat, name, how);
  }
  // The page may have been replaced while the engine was on its way.
  comeBack?.now();
  // Where it can't be fetched, the page is as it was.
  if (options.nudge) chat.nudge(options.nudge).catch(() => {});
};
