// What each page of the desk reads when somebody goes there, and what they leave behind on the page before.

import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Me } from '../../gateway/desk-types.ts';
import type { AgentsModel } from './agents.ts';
import type { Audit } from './audit.ts';
import type { Comparing } from './comparing.ts';
import type { OpenConversation } from './conversation.ts';
import type { KeysModel } from './keys.ts';
import type { Knowledge } from './knowledge.ts';
import type { NumbersModel } from './numbers.ts';
import type { Outgoing } from './outgoing.ts';
import type { Presences } from './presences.ts';
import type { Privacy } from './privacy.ts';
import type { PublicSiteModel } from './public-site.ts';
import { COMPARE, KNOWLEDGE, type Route, type TeamPart } from './routes.ts';
import type { Rules } from './rules.ts';
import type { ServerTools } from './server-tools.ts';
import type { Sites } from './sites.ts';
import type { Team } from './team.ts';
import type { Webhooks } from './webhooks.ts';
import type { Wish } from './writing.ts';

/** The models of the pages. */
interface Pages {
  readonly me: ReadonlySignal<Me | null>;
  readonly writing: Signal<Wish | null>;
  readonly conversation: OpenConversation;
  readonly outgoing: Outgoing;
  readonly presences: Presences;
  readonly team: Team;
  readonly audit: Audit;
  readonly webhooks: Webhooks;
  readonly keys: KeysModel;
  readonly rules: Rules;
  readonly agents: AgentsModel;
  readonly serverTools: ServerTools;
  readonly comparing: Comparing;
  readonly knowledge: Knowledge;
  readonly sites: Sites;
  readonly publicSite: PublicSiteModel;
  readonly numbers: NumbersModel;
  readonly privacy: Privacy;
}

/** For somebody who is signed in. */
export function openPage(pages: Pages, next: Route, before: Route): void {
  const { me, writing, conversation, outgoing, presences, comparing } = pages;
  const isOwner = me.peek()?.role === 'owner';
  if (next.page !== 'agents') comparing.open(null);
  if (next.page !== 'inbox') writing.value = null;
  presences.open(next.page === 'inbox' ? next.sessionId : null);
  switch (next.page) {
    case 'inbox':
      if (next.sessionId !== conversation.sessionId.peek()) {
        writing.value = null;
        outgoing.flush();
      }
      conversation.open(next.sessionId);
      break;
    case 'team':
      openTeam(pages, next.part, isOwner);
      break;
    case 'agents':
      if (isOwner) openAgents(pages, next.at);
      break;
    case 'sites':
      if (isOwner && next.clientId === null) pages.sites.load();
      if (isOwner && next.clientId !== null) openSite(pages, next.clientId, before);
      break;
    case 'connect':
      if (isOwner) pages.sites.load();
      break;
    case 'numbers':
      if (isOwner) pages.numbers.show({});
      else if (me.peek()?.role === 'lead') pages.numbers.showUnanswered({});
      break;
    case 'privacy':
      // Without the list of projects the page still finds people.
      if (isOwner) pages.privacy.load().catch(() => {});
      break;
  }
}

/** Another part of the site that is open reads nothing again. */
function openSite({ sites, publicSite }: Pages, clientId: string, before: Route): void {
  const isOpen = before.page === 'sites' && before.clientId === clientId;
  if (isOpen && publicSite.state.peek() !== null) return;
  sites.open(clientId);
  publicSite.open(clientId);
}

function openTeam(pages: Pages, part: TeamPart | undefined, isOwner: boolean): void {
  const { me, audit, webhooks, keys, rules, team } = pages;
  if (part === 'audit' && isOwner) audit.load();
  else if (part === 'webhooks' && isOwner) webhooks.load();
  else if (part === 'keys' && isOwner) keys.load();
  else if (part === 'rules') rules.load();
  else team.load(me.peek()?.role ?? 'viewer');
}

function openAgents(pages: Pages, at: string | null): void {
  const { agents, serverTools, comparing, knowledge } = pages;
  const agentId = at === COMPARE || at === KNOWLEDGE ? null : at;
  comparing.open(agentId);
  if (agentId === null) agents.load();
  else {
    agents.open(agentId);
    serverTools.open(agentId);
  }
  if (at === KNOWLEDGE) knowledge.load(agents.projectId.peek());
}
