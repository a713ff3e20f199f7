// Tests the referee: plays every mutant until an invariant breaks, in fresh schedules first and then in those that once
// failed. A mutant that survives shows a gap in the schedules, in the referee, or in the mutant.

import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tryPlan } from './judge.ts';
import { MUTANTS, type Mutant } from './mutants.ts';
import { readPastFailures } from './past-failures.ts';
import type { Subject } from './played.ts';
import { simulate } from './simulate.ts';

export interface MutantResult {
  name: string;
  /** The invariant that caught it; null: it survived. */
  caughtBy: string | null;
  schedules: number;
}

const ROOMS = ['session', 'tools', 'client', 'platform'];

export async function tryMutants(options: {
  schedules: number;
  seed: string;
  names?: readonly string[];
  log?: (line: string) => void;
}): Promise<MutantResult[]> {
  const { schedules, seed, names, log = () => {} } = options;
  const results: MutantResult[] = [];
  for (const mutant of MUTANTS) {
    const { name } = mutant;
    if (names !== undefined && !names.includes(name)) continue;
    const folder = mkdtempSync(join(tmpdir(), 'mutant-'));
    try {
      const subject = await build(mutant, folder);
      const own = `${seed}/${name}`;
      const { failures, played } = await simulate({
        schedules,
        seed: own,
        subject,
        maxFailures: 1,
        shrinks: false,
      });
      const caughtBy = failures[0]?.broken[0]?.split('\n')[0] ?? (await byPast(subject));
      results.push({ name, caughtBy, schedules: played });
      log(`${caughtBy === null ? 'SURVIVED' : 'caught  '} ${name} (${played}): ${caughtBy ?? ''}`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return results;
}

/** The invariant that breaks in the first past failure that catches the mutant. */
async function byPast(subject: Subject): Promise<string | null> {
  for (const { plan } of readPastFailures()) {
    const [broken] = (await tryPlan(plan, subject)).broken;
    if (broken !== undefined) return `${broken.split('\n')[0]} (past failure ${plan.seed})`;
  }
  return null;
}

/** The only file of the mutants' rooms that contains the text once; null if there is none. */
export function placeOf(text: string, root: string): string | null {
  const places = ROOMS.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(root, room, file))
      .filter((path) => readFileSync(path, 'utf8').includes(text)),
  );
  const [path] = places;
  const isOnce = path !== undefined && readFileSync(path, 'utf8').split(text).length === 2;
  return isOnce && places.length === 1 ? path : null;
}

async function build({ name, also = [], ...first }: Mutant, folder: string): Promise<Subject> {
  cpSync('src', join(folder, 'src'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const { find, replace } of [first, ...also]) {
    const path = placeOf(find, join(folder, 'src'));
    if (path === null) {
      throw new Error(`"${name}": "${find}" doesn't stand once in one file. Mend the mutant.`);
    }
    const source = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      source.replace(find, () => replace),
    );
  }
  const load = (file: string) => import(pathToFileURL(join(folder, 'src', file)).href);
  const { createSession } = await load('session/session.ts');
  const { createResults } = await load('session/results.ts');
  const { createToolRunner } = await load('tools/runner.ts');
  const { createCredentials } = await load('client/credentials.ts');
  const { createGatewayClient } = await load('client/gateway-client.ts');
  await load('tools/validate.ts');
  return { createSession, createResults, createToolRunner, createCredentials, createGatewayClient };
}
