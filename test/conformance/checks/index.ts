// All groups, in the order of the interface.

import type { Group } from '../check.ts';
import { clientTools } from './client-tools.ts';
import { list } from './list.ts';
import { runs } from './runs.ts';
import { send } from './send.ts';

export const GROUPS: readonly Group[] = [list, send, runs, clientTools];
