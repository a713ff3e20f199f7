// The half of the engine that talks to the gateway, stores, and runs tools. It is fetched after the panel, while the
// visitor begins to type, so that the panel need not wait for it. It knows nothing of how anything looks.

import { createBrowserPlatform, isFramedByAnother, type Platform } from '../platform/index.ts';
import type { InputBlock } from '../protocol/index.ts';
import {
  createToolRegistry,
  loadWebMcpPublisher,
  ToolError,
  type ToolRegistry,
  type ToolsSnapshot,
} from '../tools/index.ts';
import type { Feedback, FoundMessage } from '../ui/types.ts';
import { createEventTeller, textOf } from './announce-events.ts';
import { type Conversation, createConversation } from './conversation.ts';
import {
  createConversations,
  forgetConversations,
  forgetConversationsOf,
} from './conversations.ts';
import { createDebugLog } from './debug-log.ts';
import { createFailureTeller } from './failure-teller.ts';
import { NO_SESSION, NO_TOOLS, type Stage } from './stage.ts';
import { createTickets } from './tickets.ts';
import { startToolSources, type ToolSources } from './tool-sources.ts';

export interface Core {
  registry: ToolRegistry;
  ToolError: typeof ToolError;
  /** Null before the first conversation, and after `close`. */
  current(): Conversation | null;
  /** Shows the last conversation, or a new one. Before this call the core stores nothing and makes no request. */
  begin(): Promise<void>;
  send(content: InputBlock[], isTyped?: boolean): Promise<string | null>;
  startNew(): Promise<void>;
  openConversation(sessionId: string): void;
  findMessages(words: string): Promise<ReadonlyMap<string, readonly FoundMessage[]>>;
  clear(): Promise<void>;
  /** At the gateway, by the site's endpoint, and here. False: it couldn't, and nothing has changed. */
  deleteConversation(): Promise<boolean>;
  /** At the gateway, of a site with a public id; does nothing elsewhere. Rejects where it isn't stored. */
  giveFeedback(feedback: Feedback): Promise<void>;
  /** Somebody has signed in or out: begins again as on a page that has just loaded. */
  changeVisitor(): void;
  /** @param isOpen whether the panel is open with a conversation in it; the next page then loads the engine at once. */
  keepOpenMark(isOpen: boolean): void;
  close(): void;
}

/** @param browser the platform; tests hand in their own, and what loads the part that runs tools. */
export function createCore(
  stage: Stage,
  browser: Platform = createBrowserPlatform({ namespace: stage.namespace }),
  loadToolWork = () => import('./tool-work.ts'),
): Core {
  const { raw, emit, warn } = stage;
  const platform: Platform = {
    ...browser,
    ...(raw.doors ? { fetch: throughDoors(browser, raw) } : {}),
    mark: { set: () => markSession(true), clear: () => markSession(false) },
  };
  const { clock } = platform;
  const debug = createDebugLog(clock, () => stage.options().debug, stage.debug);
  const registry = createToolRegistry(['cards', ...stage.options().tools]);
  const tellTools = (known: ToolsSnapshot) => stage.tools.set({ ...known, find: registry.find });
  registry.onChange(() => tellTools(stage.tools.get()));
  const { history } = stage.options();
  const conversations = createConversations(
    { clock, storage: history === 'local' ? platform.storage : platform.tabStorage },
    () => history !== 'none',
    stage.conversations,
  );
  const failures = createFailureTeller(warn, () => platform.page.isOnline());
  const tickets = createTickets({
    platform: {
      ...platform,
      fetch: (...asked) => stage.early?.(...asked) ?? platform.fetch(...asked),
    },
    raw,
    options: stage.options,
    isMarked: () => isMarked,
    warn,
    onSettings(settings) {
      stage.onSettings?.(settings);
      sources?.setCards(stage.options().cards);
    },
  });

  let publisher: { close(): void } | null = null;
  if (stage.options().publishTools.length > 0) {
    void loadWebMcpPublisher().then(({ createWebMcpPublisher }) => {
      const parts = { host: globalThis, registry, clock, warn, isFramed: isFramedByAnother() };
      if (!isClosed) publisher = createWebMcpPublisher(parts);
    }, warn);
  }

  let current: Conversation | null = null;
  let begun: Promise<void> | null = null;
  let sources: ToolSources | null = null;
  let isClosed = false;
  /** Of the visitor's searches only the newest goes on. */
  let searches = 0;
  /** The first message of a conversation that has no id yet. It becomes the title. */
  let firstText = '';

  // ── the mark: set while the session or the open panel wants it ────────────────────────────────────────────────────

  let { isMarked } = stage;
  let isSessionMarked = false;
  let isOpenMarked = false;

  function markSession(isSet: boolean): void {
    isSessionMarked = isSet;
    applyMark();
  }

  function applyMark(): void {
    const isWanted = isOpenMarked || isSessionMarked;
    if (isWanted === isMarked) return;
    isMarked = isWanted;
    if (isWanted) browser.mark.set();
    else browser.mark.clear();
    tickets.markChanged();
  }

  // All tabs share the mark, and one that has nothing left to do takes it away: a page that goes with its panel open puts
  // it back, or the next page of this tab would begin with the panel closed.
  const stopMark = browser.page.on('pagehide', () => {
    if (isMarked) browser.mark.set();
  });

  // ── conversations ───────────────────────────────────────────────────────────────────────────────────────────

  /**
   * Shows a conversation. `sessionId` null: one that the site's endpoint chooses, a new one if `isNew`, and `wanted` if it
   * is still this visitor's.
   */
  function show(sessionId: string | null, isNew: boolean, wanted: string | null = null): void {
    if (isClosed) return;
    current?.close();
    firstText = '';
    const teller = createEventTeller(emit);
    const conversation = createConversation({
      platform,
      options: stage.options(),
      registry,
      loadToolWork,
      debug,
      sessionId,
      isNew,
      wanted,
      settleMs: typeof raw.settleMs === 'number' ? raw.settleMs : undefined,
      getTicket: tickets.get,
      failures,
      onNoSession: (error) => failures.session(error, tickets.source()),
      toolsRead: async () => sources?.ready,
      owner: conversations.owner,
      onOwner(owner, given) {
        const isFirstNamed = conversations.owner().startsWith('?');
        const others = conversations.belongTo(owner, given);
        if (others.length === 0) return;
        const shown = conversation.session.getSnapshot().sessionId;
        const isOthers = shown !== null && shown !== given;
        // Whoever wrote here is the one whom the site has named only now.
        const moved = isOthers && isFirstNamed ? conversation.session.moveOut() : null;
        // What stands there is another's: an empty conversation takes its place, in the session that the site has given.
        if (isOthers) show(null, false, given);
        const next = current;
        void Promise.resolve(moved).then((unsent) => {
          void forgetConversationsOf(platform.storage, others);
          void forgetConversationsOf(platform.tabStorage, others);
          for (const content of unsent ?? []) void next?.send(content, true);
        });
      },
      onSessionId(id) {
        conversations.choose(id);
        if (firstText !== '') conversations.note(id, firstText);
        firstText = '';
      },
    });
    current = conversation;
    const { session } = conversation;
    const onSession = (): void => {
      if (current !== conversation) return;
      const snapshot = session.getSnapshot();
      stage.session.set(snapshot);
      teller.session(snapshot);
    };
    session.subscribe(onSession);
    const tools = conversation.tools.state;
    tools.subscribe(() => {
      if (current !== conversation) return;
      tellTools(tools.get());
      teller.tools(tools.get());
    });
    tellTools(NO_TOOLS);
    onSession();
  }

  /** Once storage that opens late has opened, shows the last conversation, unless the visitor has begun another. */
  async function restoreLate(): Promise<void> {
    const begun = current;
    await platform.storage.settled();
    const { sessionId: last, isOwned } = await conversations.restore();
    if (last === null || begun === null || begun !== current) return;
    const { entries, sessionId } = begun.session.getSnapshot();
    const isBlank = entries.length === 0 && begun.session.getDraft() === '';
    if (!isBlank || last === sessionId) return;
    if (isOwned) show(null, false, last);
    else openConversation(last);
  }

  /** A conversation that is left before anything was said stands on no list: there is nothing to come back to. */
  function leave(): void {
    if (current === null) return;
    const { sessionId, entries, isUpToDate, hasOlder } = current.session.getSnapshot();
    const isBlank = entries.length === 0 && !hasOlder && current.session.getDraft() === '';
    if (sessionId !== null && isBlank && isUpToDate) conversations.forget(sessionId);
  }

  function openConversation(sessionId: string): void {
    leave();
    conversations.choose(sessionId);
    show(sessionId, false);
  }

  /** Counts the visitors of this page: one who signs in or out is another. */
  let visitors = 0;
  async function showLast(): Promise<void> {
    const visitor = visitors;
    const { sessionId: last, isOwned } = await conversations.restore();
    if (visitor !== visitors) return;
    const { sessionId } = stage.options();
    if (sessionId === null && isOwned) show(null, false, last);
    else show(sessionId ?? last, false);
    const isLate = history === 'local' && !platform.storage.isDurable;
    if (isLate && sessionId === null) void restoreLate();
  }

  function begin(): Promise<void> {
    begun ??= (async () => {
      sources = startToolSources({ platform, options: stage.options(), registry, warn });
      // The owner may have changed `history`: delete a list that an earlier setting left.
      if (history !== 'local') forgetConversations(platform.storage);
      await showLast();
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
    leave();
    conversations.choose(null);
    show(null, true);
  }

  /** Once this device has no conversation any more, nothing tells the gateway who its visitor was. */
  async function forgetGuest(): Promise<void> {
    const site = tickets.site();
    if (site === null || !(await conversations.areGone())) return;
    // Without this part of the chat there was no guest on this page.
    await site.then(
      (it) => it.forgetGuest(),
      () => {},
    );
  }

  /** Where the conversation goes, what of it waits here goes with it. */
  async function forget({ session }: Conversation): Promise<void> {
    await session.clear();
    for (const one of session.getSnapshot().entries) {
      if (one.kind === 'user' && one.localId !== undefined) await session.discard(one.localId);
    }
  }

  return {
    registry,
    ToolError,
    current: () => current,
    begin,
    async send(content, isTyped) {
      const conversation = await inConversation();
      const { session } = conversation;
      // Store the message before waiting for anything else: the page may be gone in a moment.
      const localId = await conversation.send(content, isTyped);
      // Ask the list too: the site may have given the id a moment ago, and the session not have it yet.
      const sessionId = session.getSnapshot().sessionId ?? conversations.current();
      const title = textOf(content);
      if (sessionId === null) firstText ||= title;
      else conversations.note(sessionId, title);
      return localId;
    },
    startNew,
    openConversation,
    async findMessages(words) {
      const search = ++searches;
      const { findStored } = await import('./find-stored.ts');
      const storage = history === 'local' ? platform.storage : platform.tabStorage;
      return findStored(storage, words, () => search === searches);
    },
    async clear() {
      const { session } = await inConversation();
      const { sessionId } = session.getSnapshot();
      await session.clear();
      // An unsent message stays, and so does its conversation.
      const { entries } = session.getSnapshot();
      if (entries.some((one) => one.kind === 'user' && one.delivery.state !== 'sent')) return;
      if (sessionId !== null) conversations.forget(sessionId);
      await forgetGuest();
      await startNew();
    },
    async deleteConversation() {
      const conversation = await inConversation();
      const { sessionId } = conversation.session.getSnapshot();
      const { deleteUrl, site } = stage.options();
      if (deleteUrl === null && site === null) return false;
      if (sessionId !== null) {
        try {
          const { erase } = await import('./erase.ts');
          await erase(sessionId, stage.options(), platform, tickets);
        } catch (error) {
          warn(`The conversation was not deleted: ${(error as Error).message}`);
          return false;
        }
        conversations.forget(sessionId);
      }
      await forget(conversation);
      await forgetGuest();
      if (current === conversation) await startNew();
      return true;
    },
    async giveFeedback({ eventId, value, comment }) {
      const { sessionId } = stage.session.get();
      const site = await tickets.site();
      if (sessionId === null || site === null) return;
      await site.rate({
        session_id: sessionId,
        event_id: eventId,
        value,
        ...(comment === undefined ? {} : { comment }),
      });
    },
    changeVisitor() {
      if (begun === null) return;
      current?.close();
      current = null;
      firstText = '';
      // What stands on the screen may be another's.
      stage.session.set(NO_SESSION);
      stage.tools.set(NO_TOOLS);
      visitors++;
      conversations.restart();
      begun = begun.then(() => {
        conversations.restart();
        return showLast();
      });
    },
    keepOpenMark(isOpen) {
      isOpenMarked = isOpen;
      applyMark();
    },
    close() {
      isClosed = true;
      stopMark();
      current?.close();
      current = null;
      tickets.close();
      sources?.close();
      publisher?.close();
      platform.storage.close();
      platform.tabStorage.close();
      platform.locks.close?.();
    },
  };
}

/** On a WordPress, by whichever of its doors is open. */
function throughDoors(platform: Platform, raw: Stage['raw']): Platform['fetch'] {
  let coming: Promise<Platform['fetch']> | undefined;
  return async (...request) => {
    coming ??= import('./doors.ts').then(({ createDoors }) =>
      createDoors({ platform, fetch: platform.fetch, raw }),
    );
    coming.catch(() => {
      coming = undefined;
    });
    return (await coming)(...request);
  };
}
