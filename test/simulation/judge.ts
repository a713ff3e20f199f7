// Plays one schedule and judges it: every invariant for each of its conversations, and for the host.

import { check } from './check.ts';
import { checkLeaks, watchHost } from './check-host.ts';
import type { Plan } from './plan.ts';
import { play } from './play.ts';
import { evidenceOf, type Played, type Subject } from './played.ts';

export interface Verdict {
  /** Broken invariants, each a line that begins with its number. */
  broken: string[];
  met: ReadonlyMap<string, number>;
  kills: ReadonlyMap<string, number>;
}

export function judge(played: Played): string[] {
  const broken = [...played.broken, ...checkLeaks(played)];
  for (const conversation of played.conversations.values()) {
    const isUsed = conversation.gateway.rows().length > 0 || conversation.intents.length > 0;
    if (isUsed) broken.push(...check(evidenceOf(played, conversation)));
  }
  return [...new Set(broken)];
}

export async function tryPlan(plan: Plan, subject: Subject): Promise<Verdict> {
  const rejections: string[] = [];
  const onRejection = (reason: unknown): void => {
    rejections.push(`18: unhandled ${reason instanceof Error ? reason.stack : String(reason)}`);
  };
  process.on('unhandledRejection', onRejection);
  const changedHost = watchHost();
  try {
    const played = await play(plan, subject);
    await new Promise((resolve) => setImmediate(resolve));
    const broken = judge(played);
    for (const { tab, session, runner } of played.tabs) {
      if (tab.isAlive()) {
        runner.close();
        session.close();
      }
      tab.kill();
    }
    return {
      broken: [...broken, ...changedHost(), ...rejections],
      met: played.met,
      kills: played.kills,
    };
  } catch (error) {
    const what = error instanceof Error ? error.stack : String(error);
    return { broken: [`18: ${what}`], met: new Map(), kills: new Map() };
  } finally {
    process.off('unhandledRejection', onRejection);
  }
}
