// The visitor after the faults: answers questions, runs calls that wait in another tab, sends refused messages again,
// and unconfirmed ones once they were checked. This file also says when a schedule is settled.

import type { ToolRunner } from '../../src/tools/types.ts';
import type { SimTab } from './evidence.ts';
import type { Conversation, Played } from './played.ts';

/** What the visitor has decided in a conversation. */
type Decisions = Pick<Conversation, 'intents' | 'resent' | 'allowed'>;

export function answer(
  runner: ToolRunner,
  decision: 'once' | 'conversation' | 'no',
  { allowed }: Pick<Conversation, 'allowed'>,
): void {
  const [question] = runner.getSnapshot().questions;
  if (question === undefined) return;
  const { toolUseId, name, binding } = question;
  if (decision !== 'no') allowed.add(decision === 'once' ? toolUseId : name);
  runner.answer(toolUseId, binding, decision);
}

export function settleByVisitor({ session, runner }: SimTab, decisions: Decisions): void {
  const { intents, resent } = decisions;
  answer(runner, 'once', decisions);
  for (const [toolUseId, call] of runner.getSnapshot().calls) {
    if (call.status.state === 'elsewhere') runner.runHere(toolUseId);
    if (call.status.state === 'unposted') runner.retryPosting();
  }
  const { entries, trouble } = session.getSnapshot();
  if (trouble !== null && !('retryAt' in trouble)) session.retryNow();
  void session.loadOlder();
  for (const entry of entries) {
    if (entry.kind !== 'user' || entry.localId === undefined) continue;
    const { localId, delivery } = entry;
    if (delivery.state === 'refused') void session.resend(localId);
    if (delivery.state !== 'unconfirmed') continue;
    const again = async (): Promise<void> => {
      await session.check(localId).catch(() => {});
      const now = session
        .getSnapshot()
        .entries.find((other) => other.kind === 'user' && other.localId === localId);
      if (now?.kind !== 'user' || now.delivery.state !== 'unconfirmed') return;
      const intent = intents.find((other) => other.localId === localId);
      if (intent !== undefined) resent.add(intent.text);
      await session.resend(localId);
    };
    void again();
  }
}

/** Whether nothing is under way anywhere. */
export function isQuiet({ conversations, tabs }: Played): boolean {
  for (const { gateway } of conversations.values()) if (gateway.isRunning()) return false;
  return areQuiet(tabs);
}

/** Whether no tab shows anything on its way. */
export function areQuiet(tabs: readonly SimTab[]): boolean {
  return tabs.every(({ tab, session }) => {
    if (!tab.isAlive()) return true;
    const { entries, run } = session.getSnapshot();
    const isDone = entries.every(
      (entry) =>
        entry.kind !== 'user' ||
        entry.delivery.state === 'sent' ||
        entry.delivery.state === 'refused',
    );
    return run.state === 'idle' && isDone;
  });
}
