// The parts of the desk that come as files of their own, and which of them a page is made of. The list of conversations is none:
// what it needs stands in the first file.

import type { DeskRole } from '../../gateway/desk-types.ts';
import { createLater, type Later } from '../model/later.ts';
import type { Page, Route } from '../model/routes.ts';
import type { View } from './view.ts';
import { withTexts } from './with-texts.ts';

export const conversationPart = createLater(() => import('./conversation.tsx'));
export const palettePart = withTexts(() => import('./palette/palette.tsx'));
export const agentsPart = withTexts(() => import('./agents/agents.tsx'));
export const sitesPart = withTexts(() => import('./sites/sites.tsx'));
export const connectPart = withTexts(() => import('./connect.tsx'));
export const numbersPart = withTexts(() => import('./numbers.tsx'));
/** A lead's page in the place of the numbers. */
export const unansweredPart = withTexts(() => import('./numbers/unanswered-page.tsx'));
export const privacyPart = withTexts(() => import('./privacy.tsx'));
export const teamPart = withTexts(() => import('./team/team.tsx'));

type Loadable = Pick<Later<unknown>, 'load'>;

const PARTS: Readonly<Record<Page, Loadable>> = {
  inbox: conversationPart,
  agents: agentsPart,
  sites: sitesPart,
  connect: connectPart,
  numbers: numbersPart,
  privacy: privacyPart,
  team: teamPart,
};

/** Asks for what the page is made of, before it is shown. */
export function loadPartsOf(view: Pick<View, 'content'>, route: Route): void {
  if (route.page === 'inbox' && route.sessionId === null) return;
  PARTS[route.page].load();
  if (route.page === 'inbox') view.content.load();
}

/** What a person with this role may open, what is opened most first. */
export function partsFor(view: Pick<View, 'content'>, role: DeskRole): Loadable[] {
  const all = [conversationPart, view.content, palettePart];
  if (role !== 'owner') return [...all, teamPart, ...(role === 'lead' ? [unansweredPart] : [])];
  return [...all, agentsPart, sitesPart, numbersPart, teamPart, privacyPart];
}
