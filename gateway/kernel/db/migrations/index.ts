// The schema's history, in order. A new step goes to the end; a released one is never changed.

import type { Migration } from '../types.ts';
import { core } from './001-core.ts';
import { deletableCollections } from './002-deletable-collections.ts';
import { contextWindow } from './003-context-window.ts';
import { spent } from './004-spent.ts';
import { longLogs } from './010-long-logs.ts';
import { keys } from './030-keys.ts';
import { fairness } from './031-fairness.ts';
import { privacy } from './032-privacy.ts';
import { webhooks } from './033-webhooks.ts';
import { agents } from './040-agents.ts';
import { documents } from './041-documents.ts';
import { passages } from './042-passages.ts';
import { synonyms } from './043-synonyms.ts';
import { desk } from './050-desk.ts';
import { deskOidc } from './051-desk-oidc.ts';
import { sitesAndTrials } from './052-sites-and-trials.ts';
import { answers } from './053-answers.ts';
import { connections } from './054-connections.ts';
import { feedback } from './055-feedback.ts';
import { savedQuestions } from './056-saved-questions.ts';
import { ownCollections } from './057-own-collections.ts';
import { numbers } from './070-numbers.ts';
import { lists } from './071-lists.ts';
import { intents } from './072-intents.ts';
import { serverTools } from './073-server-tools.ts';
import { moreLists } from './074-more-lists.ts';
import { limits } from './080-limits.ts';
import { publicSites } from './081-public-sites.ts';
import { work } from './082-work.ts';
import { team } from './083-team.ts';
import { webhookFormats } from './084-webhook-formats.ts';
import { webhookTurns } from './085-webhook-turns.ts';
import { rules } from './086-rules.ts';
import { learning } from './088-learning.ts';
import { colleague } from './089-colleague.ts';
import { mail } from './090-mail.ts';
import { push } from './091-push.ts';
import { hours } from './092-hours.ts';
import { visitors } from './093-visitors.ts';
import { passkeys } from './094-passkeys.ts';
import { ratings } from './095-ratings.ts';
import { waiting } from './096-waiting.ts';
import { apps } from './097-apps.ts';
import { backendSessions } from './098-backend-sessions.ts';
import { reasoning } from './099-reasoning.ts';
import { search, searchedWords } from './100-search.ts';

export const MIGRATIONS: readonly Migration[] = [
  core,
  deletableCollections,
  contextWindow,
  spent,
  longLogs,
  keys,
  fairness,
  privacy,
  webhooks,
  agents,
  documents,
  passages,
  synonyms,
  desk,
  deskOidc,
  sitesAndTrials,
  answers,
  connections,
  feedback,
  savedQuestions,
  ownCollections,
  numbers,
  lists,
  intents,
  serverTools,
  moreLists,
  limits,
  publicSites,
  work,
  team,
  webhookFormats,
  webhookTurns,
  rules,
  learning,
  colleague,
  mail,
  push,
  hours,
  visitors,
  passkeys,
  ratings,
  waiting,
  apps,
  backendSessions,
  reasoning,
  searchedWords,
  search,
];
