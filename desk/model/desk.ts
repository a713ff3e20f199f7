// The desk as a whole: who is signed in, which page is shown, and the models of the pages. The only place where they meet.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Me, SignInWays } from '../../gateway/desk-types.ts';
import type { Address } from '../edge/address.ts';
import { ApiError, createApi } from '../edge/api.ts';
import { type Live, openLive } from '../edge/live.ts';
import type { BrowserPasskeys } from '../edge/passkeys.ts';
import { type AboutVisitor, createAboutVisitor } from './about-visitor.ts';
import { type Account, createAccount } from './account.ts';
import { type AgentsModel, createAgents } from './agents.ts';
import { type Audit, createAudit } from './audit.ts';
import { type ColleagueModel, createColleague } from './colleague.ts';
import { type Comparing, createComparing } from './comparing.ts';
import { type Connecting, createConnecting } from './connect.ts';
import { createOpenConversation, type OpenConversation } from './conversation.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { type Arrival, createJoining, type Joining } from './joining.ts';
import { createKeys, type KeysModel } from './keys.ts';
import { createKnowledge, type Knowledge } from './knowledge.ts';
import { faultIn, faultOfLink, type LastVisit, linkIn } from './last-visit.ts';
import { createLearning, type LearningModel } from './learning.ts';
import { createMail, type MailModel } from './mail.ts';
import { createNumbers, type NumbersModel } from './numbers.ts';
import { createOutgoing, type Outgoing } from './outgoing.ts';
import { openPage } from './pages.ts';
import { createPalette, type Palette } from './palette.ts';
import { createPasskeysModel, type PasskeysModel } from './passkeys.ts';
import { createPresences, type Presences } from './presences.ts';
import { createPrivacy, type Privacy } from './privacy.ts';
import { createPublicSite, type PublicSiteModel } from './public-site.ts';
import { type Route, readRoute, writeRoute } from './routes.ts';
import { createRules, type Rules } from './rules.ts';
import { createServerTools, type ServerTools } from './server-tools.ts';
import { createSites, type Sites } from './sites.ts';
import { createTeam, type Team } from './team.ts';
import { createTrials, type Trials } from './trials.ts';
import { createWebhooks, type Webhooks } from './webhooks.ts';
import { createWork, type Work } from './work.ts';
import type { Wish } from './writing.ts';

export type SignIn =
  | { key: string }
  | { login: string; password: string; code?: string }
  | { link: string }
  | { passkey: object };

export type Phase = 'starting' | 'out' | 'in' | 'away' | 'joining';

export interface Desk {
  /** `away`: the gateway doesn't answer, and is asked again until it does. `joining`: somebody comes by a link. */
  readonly phase: ReadonlySignal<Phase>;
  readonly me: ReadonlySignal<Me | null>;
  /** How one signs in here; null until the gateway has said so. */
  readonly ways: ReadonlySignal<SignInWays | null>;
  /** What has become of somebody's last visit to this page. */
  readonly lastVisit: ReadonlySignal<LastVisit>;
  readonly route: ReadonlySignal<Route>;
  /** False while what is shown may be old. */
  readonly isLive: ReadonlySignal<boolean>;
  readonly inbox: Inbox;
  readonly work: Work;
  readonly outgoing: Outgoing;
  readonly presences: Presences;
  readonly palette: Palette;
  readonly conversation: OpenConversation;
  /** What somebody is about to write in; null: nothing, or they have the focus there. */
  readonly writing: Signal<Wish | null>;
  readonly team: Team;
  readonly account: Account;
  readonly passkeys: PasskeysModel;
  readonly mail: MailModel;
  readonly rules: Rules;
  readonly aboutVisitor: AboutVisitor;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly keys: KeysModel;
  readonly joining: Joining;
  /** Waits until the owner by the admin key has said what they are called; null: nothing waits. */
  readonly unnamed: ReadonlySignal<(() => unknown) | null>;
  readonly agents: AgentsModel;
  readonly serverTools: ServerTools;
  readonly comparing: Comparing;
  readonly knowledge: Knowledge;
  readonly learning: LearningModel;
  readonly colleague: ColleagueModel;
  readonly sites: Sites;
  readonly publicSite: PublicSiteModel;
  readonly connecting: Connecting;
  readonly trials: Trials;
  readonly numbers: NumbersModel;
  readonly privacy: Privacy;
  go(route: Route): void;
  start(): Promise<void>;
  /** Asks a gateway that is `away` at once, instead of after the pause. */
  retry(): void;
  /** @throws ApiError */
  signIn(by: SignIn): Promise<void>;
  signOut(): Promise<void>;
  /** Does what visitors see one's name with, once there is one. */
  asNamed(work: () => unknown): void;
  /** Null: they don't want to say it now. @throws ApiError */
  nameSelf(name: string | null): Promise<void>;
  /** Uses an invitation up. @throws ApiError */
  join(arrival: Arrival): Promise<void>;
}

/** How long the list may be behind. */
const LIST_MS = 200;
/** Statuses of a gateway that is not there (0), or that starts or ends, by itself or by the proxy in front of it. */
const AWAY = [0, 502, 503, 504];
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 8000;

export interface DeskParts {
  fetch: typeof fetch;
  address: Address;
  after: (ms: number, work: () => void) => () => void;
  isVisible: () => boolean;
  /** Of this browser. */
  passkeys: BrowserPasskeys;
}

export function createDesk({ fetch, address, after, isVisible, ...parts }: DeskParts): Desk {
  const phase: Signal<Phase> = signal('starting');
  const me: Signal<Me | null> = signal(null);
  const ways: Signal<SignInWays | null> = signal(null);
  const lastVisit: Signal<LastVisit> = signal(null);
  const route: Signal<Route> = signal(readRoute(address.path()));
  const isLive = signal(true);
  const api = createApi({ fetch, onSignedOut: leave });
  const inbox = createInbox({ api, after });
  const conversation = createOpenConversation({ api, after, onRead: inbox.noteRead, isVisible });
  const work = createWork(api, () => Promise.all([inbox.refresh(), conversation.refresh()]));
  const writing: Signal<Wish | null> = signal(null);
  const outgoing = createOutgoing({ api, after, onSent: () => conversation.refresh() });
  const presences = createPresences({ api, after, isVisible });
  const palette = createPalette({
    api,
    after,
    mayOpen: () => phase.peek() === 'in',
    readsKnowledge: () => me.peek()?.role === 'owner',
  });
  const team = createTeam({ api, after });
  const account = createAccount(api, me);
  const passkeys = createPasskeysModel(api, parts.passkeys);
  const mail = createMail(api);
  const rules = createRules(api);
  const aboutVisitor = createAboutVisitor(api);
  const audit = createAudit(api);
  const webhooks = createWebhooks(api);
  const keys = createKeys(api);
  const joining = createJoining(api);
  const unnamed: Signal<(() => unknown) | null> = signal(null);
  const agents = createAgents({ api, after });
  const serverTools = createServerTools(api);
  const comparing = createComparing({ api, after });
  const knowledge = createKnowledge({ api, after });
  const learning = createLearning(api);
  const colleague = createColleague(api);
  const sites = createSites({ api, after });
  const publicSite = createPublicSite(api);
  const connecting = createConnecting(api, address);
  const trials = createTrials(api);
  const numbers = createNumbers(api);
  const privacy = createPrivacy(api);
  let live: Live | null = null;
  let isListStale: (() => void) | null = null;
  let lookAgain: (() => void) | null = null;

  const desk: Desk = {
    phase,
    me,
    ways,
    lastVisit,
    route,
    isLive,
    inbox,
    work,
    outgoing,
    presences,
    palette,
    conversation,
    writing,
    team,
    account,
    passkeys,
    mail,
    rules,
    aboutVisitor,
    audit,
    webhooks,
    keys,
    joining,
    unnamed,
    agents,
    serverTools,
    comparing,
    knowledge,
    learning,
    colleague,
    sites,
    publicSite,
    connecting,
    trials,
    numbers,
    privacy,
    go(next) {
      address.go(writeRoute(next));
      show(next);
    },
    async start() {
      address.onBack(() => show(readRoute(address.path())));
      const fragment = address.takeFragment();
      lastVisit.value = faultIn(fragment);
      const [, invitation] = /^invite=([\w-]+)$/.exec(fragment) ?? [];
      if (invitation !== undefined) {
        phase.value = 'joining';
        await joining.open(invitation);
        return;
      }
      await begin(linkIn(fragment), FIRST_PAUSE_MS);
    },
    retry() {
      lookAgain?.();
    },
    async signIn(by) {
      enter(await api.call<Me>('POST', '/admin/desk/sign-in', by));
    },
    asNamed(work) {
      if (me.peek()?.is_named === false) unnamed.value = work;
      else work();
    },
    async nameSelf(name) {
      const after = unnamed.peek();
      if (name !== null) await account.change({ name });
      unnamed.value = null;
      if (name !== null) after?.();
      if (name !== null) work.loadColleagues();
    },
    async join(arrival) {
      const isSignedIn = await joining.accept(arrival);
      if (isSignedIn) await begin(undefined, FIRST_PAUSE_MS);
      else showSignIn();
    },
    async signOut() {
      await outgoing.flush();
      await api.call('POST', '/admin/desk/sign-out').catch(() => {});
      leave();
      lastVisit.value = 'signed-out';
    },
  };
  return desk;

  /** @param pauseMs before the next look, where the gateway isn't there. The link is kept for it. */
  async function begin(link: string | undefined, pauseMs: number): Promise<void> {
    try {
      if (link !== undefined) await desk.signIn({ link });
      else {
        const asked = api.call<Me>('GET', '/admin/desk/me');
        // What most people come for is asked for at once, so that it is there when the gateway has said who this is.
        inbox.refresh();
        const at = route.peek();
        if (at.page === 'inbox') conversation.open(at.sessionId);
        enter(await asked, true);
      }
    } catch (failure) {
      conversation.open(null);
      // A link that was used up may have been this browser's own.
      if (link !== undefined && (await isSignedIn())) return;
      if (failure instanceof ApiError && AWAY.includes(failure.status)) {
        phase.value = 'away';
        wait(link, pauseMs);
        return;
      }
      if (link !== undefined && failure instanceof ApiError) {
        lastVisit.value = faultOfLink(failure.status);
      }
      showSignIn();
    }
  }

  function wait(link: string | undefined, pauseMs: number): void {
    const look = () => {
      lookAgain = null;
      begin(link, Math.min(LONGEST_PAUSE_MS, pauseMs * 2));
    };
    const cancel = after(pauseMs, look);
    lookAgain = () => {
      cancel();
      look();
    };
  }

  async function isSignedIn(): Promise<boolean> {
    const found = await api.call<Me>('GET', '/admin/desk/me').catch(() => null);
    if (found !== null) enter(found);
    return found !== null;
  }

  /** @param hasList it has just been asked for */
  function enter(person: Me, hasList = false): void {
    me.value = person;
    phase.value = 'in';
    live?.close();
    live = openLive({
      api,
      after,
      onChange: follow,
      onPresence: presences.hear,
      onState: (state) => {
        isLive.value = state;
      },
    });
    if (!hasList) inbox.refresh();
    show(route.peek());
  }

  function leave(): void {
    live?.close();
    live = null;
    me.value = null;
    isListStale?.();
    isListStale = null;
    presences.forget();
    palette.isOpen.value = false;
    inbox.forget();
    conversation.open(null);
    comparing.open(null);
    account.forget();
    passkeys.forget();
    keys.forget();
    webhooks.forgetSecret();
    team.forgetLink();
    showSignIn();
  }

  function showSignIn(): void {
    // Several calls may be refused at once.
    if (phase.peek() === 'out') return;
    phase.value = 'out';
    // Without it the page still takes the admin key and a login.
    api
      .call<SignInWays>('GET', '/admin/desk/sign-in')
      .then((known) => {
        ways.value = known;
      })
      .catch(() => {});
  }

  function show(next: Route): void {
    const before = route.peek();
    route.value = next;
    if (phase.peek() === 'in') openPage(desk, next, before);
  }

  function follow(sessionIds: readonly string[] | null): void {
    if (phase.peek() !== 'in') return;
    // A busy shop tells of something several times a second.
    isListStale ??= after(LIST_MS, () => {
      isListStale = null;
      inbox.refresh();
      if (work.views.peek().length > 0) work.countViews();
    });
    if (sessionIds === null) {
      inbox.loadFilters();
      work.load();
    }
    const open = conversation.sessionId.peek();
    if (open !== null && (sessionIds === null || sessionIds.includes(open))) conversation.refresh();
  }
}
