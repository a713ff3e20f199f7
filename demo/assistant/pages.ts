// Tasks that open pages, fill in the contact form, and call a tool that the visitor has named.

import { WORDS } from './data.ts';
import { clean, failureSentence, isInstruction } from './phrases.ts';
import type { Wish } from './state.ts';
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

/** Puts a message into the contact form; the visitor sends it. */
export function* writeTask({ tools, state }: World, { text }: Wish): Task {
  if (find(tools, 'contact') === null) {
    const used = yield* use(tools, 'go', { page: 'contact' }, 'open the contact page');
    if ('say' in used) return { say: used.say };
  }
  const message = MESSAGE.exec(text)?.[1];
  if (message === undefined || find(tools, 'contact') === null)
    return {
      say: "Here's the contact page. Write there, or tell me “fill in the form:” and your message.",
    };
  const input = { message, ...(state.email && { email: state.email }) };
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
