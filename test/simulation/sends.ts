// What the visitor says: an intent from the moment in which the client takes it. What it takes for something that was
// said before, or doesn't take at all, is a broken promise. Knows nothing of what becomes of it.

import type { InputBlock } from '../../src/protocol/index.ts';
import type { VirtualClock } from '../doubles/virtual-clock.ts';
import type { Action } from './plan.ts';
import type { Conversation, PlayedTab } from './played.ts';

/** Longer than any double click: what is said again after this is meant again. */
const MEANT_AGAIN_MS = 600;

type Send = Extract<Action, { kind: 'send' }>;

export interface Sends {
  send(mine: PlayedTab, conversation: Conversation, action: Send): void;
}

export function createSends(clock: VirtualClock): Sends {
  /** When what has this id was said first. */
  const saidAt = new Map<string, number>();
  let count = 0;

  function say(mine: PlayedTab, conversation: Conversation, { text }: Send): void {
    const { session, slot } = mine;
    const { intents, broken, untaken } = conversation;
    const at = clock.monotonic();
    // Storage may take the second before the first: order is that of saying.
    count += 1;
    const said = count;
    const content: InputBlock[] = [{ type: 'text', text }];
    const open = { text, session };
    untaken.add(open);
    void session.send(content).then((localId) => {
      untaken.delete(open);
      if (localId === null) {
        broken.push(`4: "${text}" was not taken`);
        return;
      }
      const before = saidAt.get(localId);
      if (before !== undefined) {
        if (at - before > MEANT_AGAIN_MS) broken.push(`4: "${text}" was taken for a double click`);
        return;
      }
      saidAt.set(localId, at);
      const { isForgetful } = session.getSnapshot();
      intents.push({ text, localId, tab: slot, isForgetful, said, session });
    });
  }

  return {
    send(mine, conversation, action) {
      for (let times = action.isDoubled ? 2 : 1; times > 0; times--)
        say(mine, conversation, action);
    },
  };
}
