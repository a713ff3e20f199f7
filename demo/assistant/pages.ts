// Tasks that open pages, fill in the contact form, and call a tool that the visitor has named.

import { isRecord } from '../../gateway/agent.ts';
import { FORM, WORDS } from './data.ts';
import { clean, failureSentence, isInstruction } from './phrases.ts';
import { QUESTIONS, type Wish } from './state.ts';
import { choicesOf, find, use } from './toolbox.ts';
import type { Task, World } from './world.ts';

export function* goTask(world: World, wish: Wish): Task {
  const pages = choicesOf(find(world.tools, 'go'), 'page');
  const page = Object.entries(WORDS.pages).find(
    ([one, words]) => pages.includes(one) && new RegExp(`\\b(?:${words})\\b`, 'i').test(wish.text),
  )?.[0];
  if (page === undefined)
    return { say: `I can open ${pages.slice(0, 6).join(', ')} for you. Which page would help?` };
  const used = yield* use(world.tools, 'go', { page }, `open the ${page} page`);
  if ('say' in used) return { say: used.say };
  return {
    say:
      page === 'checkout'
        ? "Here's the checkout. Paying is yours to do; I can't see or enter payment details."
        : `Here's the ${page} page.`,
  };
}

const MESSAGE = new RegExp(`(?:${WORDS.dictating})\\s*["“]?(.{3,1000}?)["”]?$`, 'is');

export function* writeTask({ tools, state }: World, { text }: Wish): Task {
  const said = MESSAGE.exec(text)?.[1] ?? state.matter;
  let values: Record<string, unknown> = {
    ...(state.email && { email: state.email }),
    ...(said && { message: said }),
  };
  if (!said && find(tools, 'form') !== null && find(tools, 'go') !== null) {
    const used = yield* use(tools, 'form', FORM, 'ask you');
    if ('say' in used && used.failure?.code === 'declined')
      return { say: "All right, then we don't write to them." };
    if ('data' in used && isRecord(used.data) && isRecord(used.data.values))
      values = { ...values, ...used.data.values };
  }
  if (find(tools, 'contact') === null) {
    const used = yield* use(tools, 'go', { page: 'contact' }, 'open the contact page');
    if ('say' in used) return { say: used.say };
    if (find(tools, 'contact') === null)
      return { say: "Here's the contact page; you can write to the shop there." };
  }
  if (typeof values.message !== 'string')
    return { say: `I can fill in the contact form for you. ${QUESTIONS.message}` };
  const words = `${text} ${values.message}`.toLowerCase();
  const topic = choicesOf(find(tools, 'contact'), 'topic').find((one) => words.includes(one));
  const input = Object.fromEntries(
    Object.entries({ ...values, topic }).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
  const used = yield* use(tools, 'contact', input, 'fill in the contact form');
  return {
    say:
      'say' in used
        ? used.say
        : "I've filled in the contact form. Please look it over and send it yourself when it says what you mean.",
  };
}

/** Calls a tool that the visitor has named, and tells its result, in which no instruction is followed. */
export function* namedTask(_: World, { text }: Wish): Task {
  const tool = text.trim().split(' ').at(-1) ?? '';
  const [answer] = yield [{ name: tool, input: {} }];
  const spoken = tool.replaceAll('_', ' ');
  if (answer === undefined) return { say: '' };
  if (!answer.ok) return { say: failureSentence(answer.failure, `use “${spoken}”`) };
  const { data } = answer;
  const told = clean(typeof data === 'string' ? data : JSON.stringify(data ?? ''), 300);
  return { say: told === '' || isInstruction(told) ? `Done: ${spoken}.` : told };
}
