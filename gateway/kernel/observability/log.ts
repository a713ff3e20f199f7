// The gateway's own idea of a log: one line for each thing that happened, made of names, ids and numbers. No line holds
// what a person or a model wrote, nor a token: fields are scalars that the callers choose one by one, and an error is
// told by its kind and its place in the code, never by its message, since messages quote what they are about.

import type { LogFields } from './log-fields.ts';
import { sentenceOf } from './log-sentences.ts';

/** From all lines to none. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];
export type LineLevel = Exclude<LogLevel, 'silent'>;

export type { LogFields } from './log-fields.ts';

/** Takes lines: an event's name, and fields. */
export interface Log {
  /** @param event what happened, as a fixed word such as `provider_failed`. */
  write(level: LineLevel, event: string, fields: LogFields): void;
}

/** Writes nothing. */
export const silentLog: Log = { write() {} };

export function isLogged(line: LineLevel, limit: LogLevel): boolean {
  return LOG_LEVELS.indexOf(line) >= LOG_LEVELS.indexOf(limit);
}

/**
 * Lines for a person at a terminal: what went wrong in a sentence, with the ids by which the rest can be found; other events by
 * their names: `info request status=200 route=/livez …`.
 */
export function createTextLog(level: LogLevel, print: (line: string) => void): Log {
  return {
    write(line, event, fields) {
      if (!isLogged(line, level)) return;
      const sentence = sentenceOf(event, fields);
      const shown = Object.entries(fields)
        .filter(([name]) => sentence === null || STILL_SHOWN.test(name))
        .filter(([, value]) => value !== undefined && value !== null)
        .map(([name, value]) => `${name}=${/\s/.test(String(value)) ? `“${value}”` : value}`);
      print([line, sentence ?? event, ...shown].join(' '));
    },
  };
}

/** Fields that no sentence has and that lead further: ids, and the place in the code. */
const STILL_SHOWN = /^(?:request|session|run|collection|upstream_request)_id$|^at$/;

const MAX_CAUSES = 4;
const MAX_FRAMES = 12;

/** An error for a line: its name, its code, those of its causes, and where it was thrown. Never its message. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const causes: string[] = [];
  let cause = error.cause;
  while (cause instanceof Error && causes.length < MAX_CAUSES) {
    causes.push(kindOf(cause));
    cause = cause.cause;
  }
  return {
    error: kindOf(error),
    ...(causes.length === 0 ? {} : { causes: causes.join(' < ') }),
    at: framesOf(error),
  };
}

function kindOf(error: Error): string {
  const name = /^\w{1,40}$/.test(error.name) ? error.name : 'Error';
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^[A-Z0-9_]{1,40}$/.test(code) ? `${name} ${code}` : name;
}

/** A name that an operator or an agent has given, a model's for instance, where it looks like one. */
export function plainWord(text: string | undefined): string | null {
  return text !== undefined && /^[\w.:/-]{1,80}$/.test(text) ? text : null;
}

function framesOf(error: Error): string {
  const { stack = '', message } = error;
  // The stack begins with the message, which may have lines that look like frames.
  const start = message === '' ? 0 : stack.indexOf(message) + message.length;
  return stack
    .slice(start)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim().replace(/^at /, ''))
    .join(' | ');
}
