// `bellhop-gateway doctor`: looks at all that a gateway with these settings needs, and says of each whether it is well.

import { styleText } from 'node:util';
import { readSettings } from '../../cli.ts';
import { type Environment, UsageError } from '../../kernel/cli-values.ts';
import { checkAddress, checkKey, checkOrigins } from './check-access.ts';
import { checkAnswers } from './check-answers.ts';
import { checkData } from './check-data.ts';
import { checkRedis } from './check-redis.ts';
import { type Finding, problem } from './finding.ts';

export const DOCTOR_USAGE = `Usage: bellhop-gateway doctor [--json] [the options of the gateway]

  Looks at the settings, the key, the database or the data folder, the public address, the origins, the agents, the model
  (which is asked for one word) and Redis, and says what to do. Exit code 1 where there is a problem.
  --json        one object: {"healthy": …, "findings": [{"check", "health": "ok" | "warning" | "problem", "says", "advice"}]}
  --env FILE    with the settings of a file, such as init has written`;

const JSON_FLAG = '--json';
const COLORS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
/** Wider than the longest name of a check. */
const NAME_WIDTH = 16;
const HEALTH_WIDTH = 9;

/**
 * @param args the gateway's own options, and --json
 * @param print one line
 * @returns the exit code
 */
export async function runDoctor(
  args: readonly string[],
  env: Environment,
  print: (line: string) => void,
): Promise<number> {
  if (args.includes('--help')) {
    print(DOCTOR_USAGE);
    return 0;
  }
  const findings = await examine(
    args.filter((arg) => arg !== JSON_FLAG),
    env,
  );
  const healthy = findings.every(({ health }) => health !== 'problem');
  if (args.includes(JSON_FLAG)) print(JSON.stringify({ healthy, findings }, null, 2));
  else for (const line of findings.flatMap(linesOf)) print(line);
  return healthy ? 0 : 1;
}

async function examine(args: readonly string[], env: Environment): Promise<Finding[]> {
  try {
    const settings = readSettings(args, env);
    const found = await Promise.all([
      [checkKey(settings)],
      checkData(settings),
      checkAddress(settings, env, fetch),
      [checkOrigins(settings)],
      checkAnswers(settings, env),
      checkRedis(settings),
    ]);
    return found.flat();
  } catch (error) {
    // The others are read by the same settings.
    if (error instanceof UsageError) {
      return [problem('settings', error.message, 'bellhop-gateway --help names every setting.')];
    }
    throw error;
  }
}

function linesOf({ check, health, says, advice }: Finding): string[] {
  const state = health.padEnd(HEALTH_WIDTH);
  // Plain where it is no terminal, or NO_COLOR says so.
  const shown = styleText(COLORS[health], state, { stream: process.stdout });
  const lines = [`${shown}${check.padEnd(NAME_WIDTH)}${says}`];
  if (advice !== undefined) lines.push(`${' '.repeat(HEALTH_WIDTH + NAME_WIDTH)}${advice}`);
  return lines;
}
