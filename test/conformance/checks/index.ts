// All groups, in the order of the interface.

import type { Group } from '../check.ts';
import { access } from './access.ts';
import { analytics } from './analytics.ts';
import { clientTools } from './client-tools.ts';
import { cors } from './cors.ts';
import { errors } from './errors.ts';
import { list } from './list.ts';
import { runs } from './runs.ts';
import { send } from './send.ts';
import { heartbeat, sites } from './sites.ts';
import { stream } from './stream.ts';

export const GROUPS: readonly Group[] = [
  list,
  send,
  runs,
  clientTools,
  stream,
  access,
  errors,
  cors,
  sites,
  heartbeat,
  analytics,
];
