// Tasks on the page around the shop: opening pages, the contact form, and a tool that the visitor names.

import { isRecord, tokens } from '../../gateway/agent.ts';
import { clean } from './catalogue.ts';
import { showTask } from './find.ts';
import type { Intent } from './intents.ts';
import { failureSentence, joinWords } from './phrases.ts';
import { isInstruction } from './sentences.ts';
import { readThing } from './slots.ts';
import { toPeople } from './talk.ts';
import { missing, type Task, use, type World } from './task.ts';
import { readChoices, spokenName } from './toolbox.ts';
import { isAlike } from './words.ts';

export function* goTask(world: World, intent: Intent): Task {
  const tool = world.toolbox.find('go');
  if (tool === null) return missing(world, 'go');
  const pages = readChoices(tool, 'page');
  const wanted = intent.page ?? '';
  const page = findPage(wanted, pages);
  if (page === null) {
    if (world.toolbox.find('search') !== null) {
      const shown = yield* showTask(world, { ...intent, act: 'show', thing: readThing(wanted) });
      if (shown.focus !== undefined || shown.listed !== undefined) return shown;
    }
    return {
      say: `I don't know a page called “${clean(wanted, 40)}”. I can open ${joinWords(pages, 'or')}.`,
    };
  }
  const used = yield* use(world, 'go', { page }, `open the ${page} page`);
  if ('outcome' in used) return used.outcome;
  return {
    say:
      page === 'checkout'
        ? "Here's the checkout. Paying is yours to do; I can't see or enter payment details."
        : `Here's the ${clean(page, 30)} page.`,
  };
}

/** What the visitor is asked in the thread, as far as it isn't known yet. */
const FORM = {
  title: 'A message for the shop',
  text: 'I put it into the contact form. You look it over and send it yourself.',
  send: 'Fill in',
};
const FIELDS = [
  { name: 'name', label: 'Your name', type: 'text' },
  { name: 'email', label: 'Your e-mail address', type: 'email', required: true },
  { name: 'message', label: 'Your message', type: 'text', required: true },
] as const;

export function* contactTask(world: World, intent: Intent): Task {
  const { toolbox } = world;
  let contact = intent.contact ?? {};
  // Asked for a person: say how to reach one, and open nothing unasked.
  if (intent.human === true && contact.message === undefined) {
    return toPeople(world, "I'm an automated assistant, but people answer at the shop.");
  }
  // A wish that the assistant worded itself lacks an address to answer to.
  const isOpen =
    contact.message === undefined || (intent.text === '' && contact.email === undefined);
  if (isOpen && toolbox.find('form') !== null && toolbox.find('go') !== null) {
    const fields = FIELDS.filter(({ name }) => contact[name] === undefined);
    const used = yield* use(world, 'form', { ...FORM, fields }, 'ask you');
    if ('outcome' in used && used.failure?.code === 'declined')
      return { say: "All right, then we don't write to them." };
    const values = 'data' in used && isRecord(used.data) ? used.data.values : undefined;
    if (isRecord(values)) contact = { ...contact, ...values };
  }
  if (toolbox.find('contact') === null) {
    if (toolbox.find('go') === null)
      return { say: "I can't send messages from this page. Please use the shop's contact page." };
    const used = yield* use(world, 'go', { page: 'contact' }, 'open the contact page');
    if ('outcome' in used) return used.outcome;
    // End the turn here: the next one sees the tools of the page to which the visitor has gone.
    if (toolbox.find('contact') === null)
      return { say: "Here's the contact page; you can write to the shop there." };
  }
  const { message, topic } = contact;
  if (message === undefined) {
    const about = topic === undefined ? '' : ` about ${clean(topic, 40)}`;
    const who =
      contact.email === undefined ? ' If you like, add your name and e-mail address.' : '';
    return {
      say: `I can fill in the contact form for you. What should the message${about} say?${who}`,
      pending: { kind: 'message', contact },
    };
  }
  const tool = toolbox.find('contact');
  const said = tokens(`${topic ?? ''} ${message}`);
  const known = (tool === null ? [] : readChoices(tool, 'topic')).find((one) =>
    tokens(one).some((word) => said.some((other) => isAlike(other, word))),
  );
  const { topic: _, ...rest } = contact;
  const input = { ...rest, ...(known && { topic: known }) };
  const used = yield* use(world, 'contact', input, 'fill in the contact form');
  if ('outcome' in used) return used.outcome;
  return {
    say: "I've filled in the contact form. Please look it over and send it yourself when it says what you mean.",
  };
}

/** Calls a tool that the visitor has named, and tells its result, in which no instruction is followed. */
export function* namedTask(_world: World, { tool = '' }: Intent): Task {
  const [answer] = yield [{ name: tool, input: {} }];
  if (answer === undefined) return { say: '' };
  const name = spokenName(tool);
  if (!answer.ok) return { say: failureSentence(answer.failure, `use “${name}”`) };
  const { data } = answer;
  const text = clean(typeof data === 'string' ? data : JSON.stringify(data ?? ''), 300);
  return { say: text === '' || isInstruction(text) ? `Done: ${name}.` : text };
}

/** What visitors call the pages, beside their names. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  cart: 'basket bag trolley',
  home: 'homepage start beginning front main',
  products: 'shop store catalogue catalog product',
  shipping: 'delivery returns',
  checkout: 'payment pay till',
  contact: 'support help form',
};

function findPage(words: string, pages: readonly string[]): string | null {
  const said = tokens(words);
  const names = (page: string): string[] => [page, ...(OTHER_NAMES[page] ?? '').split(' ')];
  return (
    pages.find((page) => said.includes(page)) ??
    pages.find((page) => names(page).some((name) => said.some((word) => isAlike(word, name)))) ??
    null
  );
}
