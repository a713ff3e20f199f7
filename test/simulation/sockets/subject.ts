// The code under test, as an object, so that a mutant can replace it.

import { createSession, type SessionOptions } from '../../../src/session/session.ts';
import type { Session } from '../../../src/session/types.ts';
import { createToolRunner, type ToolRunnerParts } from '../../../src/tools/runner.ts';
import type { ToolRunner } from '../../../src/tools/types.ts';

export interface Subject {
  createSession(options: SessionOptions): Session;
  createToolRunner(parts: ToolRunnerParts): ToolRunner;
}

export const REAL: Subject = { createSession, createToolRunner };
