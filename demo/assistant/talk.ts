// Small talk, what it can do, and people: one sentence each from `data/talk.json`.

import { isRecord } from '../../gateway/agent.ts';
import { TALK } from './data.ts';
import { clean } from './phrases.ts';
import { answerFreely } from './policy.ts';
import type { Wish } from './state.ts';
import { find, use } from './toolbox.ts';
import { lost, offerPeople, type Task, type World } from './world.ts';

export function* talkTask(world: World, wish: Wish): Task {
  const row = TALK[wish.name];
  if (row === undefined) return answerFreely(wish.text, world) ?? lost(world);
  if (!row.person) return { say: row.says };
  if (wish.name === 'person' && find(world.tools, 'human') !== null)
    return yield* askPerson(world, wish);
  return { say: `${row.says} You reach our people at ${world.shop.people}.${offerPeople(world)}` };
}

/** Asks the gateway's desk for a person, and tells what it answers. */
function* askPerson({ tools, state, shop }: World, { text }: Wish): Task {
  const { email } = state;
  const reason = clean(state.matter ?? text, 200);
  const used = yield* use(tools, 'human', { reason, ...(email && { email }) }, 'ask for a person');
  const told = 'data' in used && isRecord(used.data) ? used.data : {};
  if (told.somebody_is_there === true)
    return {
      say: "I've told our people: somebody is there and can join this chat at any moment. Until then I'm glad to go on helping.",
    };
  const backAt = typeof told.back_at === 'string' ? clean(told.back_at, 40) : null;
  const back = backAt ? `; somebody is back at ${backAt}` : '';
  const answer = email ? ` and your address ${email}` : '';
  const later = email ? '' : ' Tell me your e-mail address if you want their answer later.';
  return {
    say: `Nobody of our people is there right now${back}. They will see this conversation${answer}. You reach them at ${shop.people}.${later}`,
  };
}
