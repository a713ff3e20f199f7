// The groups of rows, most telling first, each with the name that the command takes.

import type { Group } from './group.ts';
import { heap } from './measure/heap.ts';
import { idle } from './measure/idle.ts';
import { opening } from './measure/opening.ts';
import { page } from './measure/page.ts';
import { events, history } from './measure/past.ts';
import { shapes } from './measure/shapes.ts';
import { stream } from './measure/stream.ts';
import { tool } from './measure/tool.ts';
import { wire } from './measure/wire.ts';

export const GROUPS: readonly Group[] = [
  page,
  opening,
  wire,
  stream,
  shapes,
  history,
  events,
  tool,
  idle,
  heap,
];
