// The schema's history, in order. A new step goes to the end; a released one is never changed.

import type { Migration } from '../types.ts';
import { core } from './001-core.ts';
import { deletableCollections } from './002-deletable-collections.ts';
import { contextWindow } from './003-context-window.ts';
import { spent } from './004-spent.ts';

export const MIGRATIONS: readonly Migration[] = [core, deletableCollections, contextWindow, spent];
