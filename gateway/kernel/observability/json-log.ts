// Lines as JSON, by pino. The one file that knows it.

import { type DestinationStream, pino } from 'pino';
import type { Log, LogLevel } from './log.ts';

/** @param destination where the lines go; the process's standard output without it. */
export function createJsonLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    // Neither the process id nor the machine's name: the collector of the lines knows both.
    base: null,
    messageKey: 'event',
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const lines = destination === undefined ? pino(options) : pino(options, destination);
  return { write: (line, event, fields) => lines[line](fields, event) };
}
