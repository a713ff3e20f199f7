// Is the checker awake? Each mutant is the client with one rule broken; the simulation must catch every one.
// Mutants are made by patching the source in a copy, so nothing of them is in what ships.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Subject } from './played.ts';
import { simulate } from './simulate.ts';

interface Mutant {
  name: string;
  file: string;
  find: string;
  replace: string;
  /** Where a second safeguard of the same file has to go too. */
  also?: { find: string; replace: string };
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'resends without waiting for W',
    file: 'session/outbox.ts',
    find: 'if (lookedAt - since >= commitWindowMs)',
    replace: 'if (true)',
  },
  {
    name: 'resends without looking',
    file: 'session/outbox.ts',
    find: '    const { attempt } = row;\n    if (attempt === undefined) return false;',
    replace:
      "    const { attempt } = row;\n    if (attempt === undefined || row.state !== 'sending') return false;",
  },
  {
    name: 'calls a lost reply sent',
    file: 'session/outbox.ts',
    find: "    await move(row, ['sending'], toChecking);\n    return 0;\n  }\n\n  /** The gateway says",
    replace:
      "    await move(row, ['sending'], (known) => ({ ...known, state: 'sent' }));\n    return 0;\n  }\n\n  /** The gateway says",
  },
  {
    name: 'calls a lost reply refused',
    file: 'session/outbox.ts',
    find: "    await move(row, ['sending'], toChecking);\n    return 0;\n  }\n\n  /** The gateway says",
    replace:
      "    await move(row, ['sending'], (known) => ({ ...known, state: 'refused' }));\n    return 0;\n  }\n\n  /** The gateway says",
  },
  {
    name: 'has neither lock nor atomic step',
    file: 'session/outbox.ts',
    find: 'delay = await locks.request(ports.lockName, { signal }, () => step(signal));',
    replace: 'delay = await step(signal); void locks;',
    also: {
      find: 'if (known === undefined || !from.includes(known.state)) return rows;\n      if (known.attempt?.n !== row.attempt?.n) return rows;',
      replace: 'if (known === undefined) return rows; void from;',
    },
  },
  {
    name: 'sends what another tab may have sent',
    file: 'session/outbox.ts',
    find: 'if (!isCertain && !store.isOnlyHere(row.localId)) return STORAGE_RETRY_MS;',
    replace: 'void isCertain;',
    also: {
      find: 'const isShared = store.isVolatile() && !store.isOnlyHere(row.localId);',
      replace: 'const isShared = false as boolean;',
    },
  },
  {
    name: 'sends out of order',
    file: 'session/outbox.ts',
    find: 'return store.rows().find((row) => row.sessionId === id && isUnsettled(row));',
    replace: 'return store.rows().findLast((row) => row.sessionId === id && isUnsettled(row));',
  },
  {
    name: 'does not flag second copies',
    file: 'session/copies.ts',
    find: 'if (copies.length > 0) return',
    replace: 'if (copies.length > 99) return',
  },
  {
    name: 'keeps the outbox in memory',
    file: 'session/row-store.ts',
    find: 'const value = await storage.update(key,',
    replace: "const value = await storage.update('nowhere',",
  },
  {
    name: 'lists without overlap',
    file: 'session/log.ts',
    find: 'const wanted = Math.min(listed.length, settledLength) - 1 - OVERLAP;',
    replace: 'const wanted = listed.length - 1; void settledLength;',
  },
  {
    name: 'never lists but once',
    file: 'session/lister.ts',
    find: 'const news = log.isLoaded ? await catchUp(log, deep) : await latest();',
    replace: 'const news = log.isLoaded ? 0 : await latest(); void catchUp; void deep;',
  },
  {
    name: 'moves the cursor by the stream',
    file: 'session/log.ts',
    find: '  log.ids.add(event.id);\n  const last =',
    replace:
      '  log.ids.add(event.id);\n  if (before === undefined) return { ...log, listed: [...log.listed, event] };\n  const last =',
  },
  {
    name: 'takes events twice',
    file: 'session/log.ts',
    find: '  if (log.ids.has(event.id)) {',
    replace: '  if (log.ids.has(event.id) && event.type === "user.message") {',
  },
  {
    name: 'lets provisional events end a pause',
    file: 'session/run-state.ts',
    find: "if (isPaused && provisional.has(event.id) && event.type !== 'user.tool_result') {",
    replace: 'if (false as boolean) {',
  },
  {
    name: 'posts results again at once',
    file: 'session/results.ts',
    find: 'if (isSeen && lookedAt - since >= commitWindowMs) return true;',
    replace: 'if (isSeen) return true;',
  },
  {
    name: 'posts results without looking',
    file: 'session/results.ts',
    find: '      dropAnswered();\n      if (open.length === 0 || signal.aborted) return;',
    replace: '      if (tries === 0) void dropAnswered;',
  },
  {
    name: 'mixes an interrupt with a message',
    file: 'session/interrupts.ts',
    find: "[{ type: 'user.interrupt' }]",
    replace: "[{ type: 'user.interrupt' }, { type: 'user.interrupt' }] as never",
  },
  {
    name: 'interrupts whatever runs',
    file: 'session/interrupts.ts',
    find: "return run.state !== 'idle' && run.runId === runId;",
    replace: 'return runId !== null;',
  },
  {
    name: 'ignores Retry-After',
    file: 'session/patience.ts',
    find: 'while (!signal.aborted && (isBlocked || retryAt > clock.monotonic()))',
    replace: 'while (!signal.aborted && isBlocked)',
  },
  {
    name: 'backs off not at all',
    file: 'session/wait.ts',
    find: 'return Math.round(Math.max(minMs, random.next() * ceiling));',
    replace: 'return 1 + 0 * (minMs + maxMs + attempt + ceiling + random.next());',
  },
  {
    name: 'never tells the other tabs',
    file: 'session/tabs.ts',
    find: '      channel?.post(message);',
    replace: '      void message;',
  },
  {
    name: 'holds its locks in the cache',
    file: 'session/tabs.ts',
    find: '    letGo?.();\n    letGo = null;',
    replace: '    letGo = null;',
  },
  {
    name: 'journals after the start',
    file: 'tools/journal.ts',
    find: "isMine(row, 'claimed') ? { ...base(toolUseId), state: 'started', ...facts } : null,",
    replace: "isMine(row, 'claimed') ? { ...base(toolUseId), state: 'claimed' } : null,",
  },
  {
    name: 'claims what another tab has',
    file: 'tools/journal.ts',
    find: '    row === null ? from === null : row.owner === from?.owner && row.state === from.state;',
    replace: '    row === null || from === null || row.owner !== "";',
  },
];

export interface MutantResult {
  name: string;
  /** The invariant that caught it; null where it survived. */
  caughtBy: string | null;
  schedules: number;
}

export async function tryMutants(options: {
  schedules: number;
  seed: string;
  names?: readonly string[];
  log?: (line: string) => void;
}): Promise<MutantResult[]> {
  const { schedules, seed, log = () => {} } = options;
  const results: MutantResult[] = [];
  for (const mutant of MUTANTS) {
    if (options.names !== undefined && !options.names.includes(mutant.name)) continue;
    const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
    try {
      const subject = await build(mutant, folder);
      const { failures, played } = await simulate({
        schedules,
        seed: `${seed}/${mutant.name}`,
        subject,
        maxFailures: 1,
        shrinks: false,
      });
      const caughtBy = failures[0]?.broken[0]?.split('\n')[0] ?? null;
      results.push({ name: mutant.name, caughtBy, schedules: played });
      log(
        `${caughtBy === null ? 'SURVIVED' : 'caught  '} ${mutant.name} (${played}): ${caughtBy ?? ''}`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return results;
}

async function build(mutant: Mutant, folder: string): Promise<Subject> {
  cpSync('src', join(folder, 'src'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const path = join(folder, 'src', mutant.file);
  const source = readFileSync(path, 'utf8');
  if (source.split(mutant.find).length !== 2) {
    throw new Error(
      `"${mutant.name}": its place in ${mutant.file} is not there once. Mend the mutant.`,
    );
  }
  writeFileSync(
    path,
    source.replace(mutant.find, () => mutant.replace),
  );
  const load = (file: string) => import(pathToFileURL(join(folder, 'src', file)).href);
  const { createSession } = await load('session/session.ts');
  const { createToolRunner } = await load('tools/runner.ts');
  await load('tools/validate.ts');
  return { createSession, createToolRunner };
}
