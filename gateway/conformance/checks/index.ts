// All groups, in the order of the interface.

import type { Group } from '../check.ts';
import { access } from './access.ts';
import { analytics } from './analytics.ts';
import { clientTools } from './client-tools.ts';
import { compaction } from './compaction.ts';
import { cors } from './cors.ts';
import { errors } from './errors.ts';
import { intents } from './intents.ts';
import { interrupts } from './interrupts.ts';
import { list } from './list.ts';
import { publicSessions } from './public-sessions.ts';
import { replies } from './replies.ts';
import { runs } from './runs.ts';
import { send } from './send.ts';
import { heartbeat, sites } from './sites.ts';
import { stream } from './stream.ts';
import { toolResults } from './tool-results.ts';

export const GROUPS: readonly Group[] = [
  list,
  send,
  runs,
  interrupts,
  replies,
  compaction,
  clientTools,
  toolResults,
  stream,
  intents,
  publicSessions,
  access,
  errors,
  cors,
  sites,
  heartbeat,
  analytics,
];
