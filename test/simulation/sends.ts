// Sends the visitor's messages. A message is an intent from the moment when the client takes it. A client that mistakes
// it for an earlier message, or doesn't take it, breaks an invariant. It knows nothing of what happens afterwards.

import type { InputBlock } from '../../src/protocol/index.ts';
import type { VirtualClock } from '../doubles/virtual-clock.ts';
import type { Action } from './plan.ts';
import type { Conversation, PlayedTab } from './played.ts';

/** Longer than any double click: the same text said after this pause is meant as a second message. */
const MEANT_AGAIN_MS = 600;

type Send = Extract<Action, { kind: 'send' }>;

export interface Sends {
  send(mine: PlayedTab, conversation: Conversation, action: Send): void;
}

export function createSends(clock: VirtualClock): Sends {
  /** When the message of each local id was first said. */
  const saidAt = new Map<string, number>();
  let count = 0;

  function say(mine: PlayedTab, conversation: Conversation, { text }: Send): void {
    const { session, slot } = mine;
    const { intents, broken, untaken } = conversation;
    const at = clock.monotonic();
    // Number the messages as they are said: storage may take the second before the first.
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
