// Tasks on the page around the shop: opening pages, the contact form, and tools that no other task knows.

import { isRecord, type ToolDefinition, tokens } from '../../gateway/agent.ts';
import { clean } from './catalogue.ts';
import { messageInput, messageTool } from './elsewhere.ts';
import { showTask } from './find.ts';
import type { Contact, Intent } from './intents.ts';
import { failureSentence, joinWords } from './phrases.ts';
import { isInstruction } from './sentences.ts';
import { readThing } from './slots.ts';
import { toPeople } from './talk.ts';
import { missing, type Outcome, type Task, use, type World } from './task.ts';
import { deedName, readChoices, readProperties, readRequired, spokenName } from './toolbox.ts';
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
    const people = toolbox.isShop ? 'answer at the shop' : 'read what is left here';
    return toPeople(world, `I'm an automated assistant, but people ${people}.`);
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
    if (toolbox.find('go') === null) {
      // A page that isn't the shop's may have a tool of its own for it.
      const own = messageTool(toolbox);
      if (own === null)
        return { say: "I can't send messages from this page. Please use the shop's contact page." };
      if (contact.message === undefined) return askForMessage(own, contact);
      const input = messageInput(own, contact);
      return yield* otherTask(world, { ...intent, tool: { name: own.name, input } });
    }
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

function askForMessage(tool: ToolDefinition, contact: Contact): Outcome {
  const takesEmail = 'email' in readProperties(tool) && contact.email === undefined;
  const who = takesEmail ? ' Add your e-mail address if you would like an answer.' : '';
  return {
    say: `What should the message say?${who}`,
    pending: { kind: 'message', contact },
  };
}

/** Calls a tool for which the assistant has no task, with the input that it could read from the visitor's words. */
export function* otherTask(world: World, intent: Intent): Task {
  const { name, input, isNamed = false } = intent.tool ?? { name: '', input: {} };
  const spoken = deedName(name);
  const tool = world.toolbox.all.find((candidate) => candidate.name === name);
  if (tool === undefined && !isNamed) {
    return { say: `I can't do that here: this page no longer offers “${spoken}”.` };
  }
  const open =
    tool === undefined || isNamed ? undefined : readRequired(tool).find((it) => !(it in input));
  if (tool !== undefined && open !== undefined) {
    const choices = readChoices(tool, open);
    const hint = choices.length === 0 ? '' : ` It can be ${joinWords(choices.slice(0, 8), 'or')}.`;
    return {
      say: `For “${spoken}” I need one thing more: the ${open.replaceAll('_', ' ')}.${hint}`,
      pending: { kind: 'field', name, input, field: open },
    };
  }
  const takesNothing = tool !== undefined && Object.keys(readProperties(tool)).length === 0;
  const [answer] = yield [{ name, input: takesNothing ? {} : input }];
  if (answer === undefined) return { say: '' };
  return {
    say: answer.ok
      ? reportData(answer.data, spoken)
      : failureSentence(answer.failure, `use “${spoken}”`),
  };
}

/** A result of unknown shape as a short list of its texts. Instructions in it are never followed. */
function reportData(data: unknown, name: string): string {
  const rows = (pagesOf(data) ?? flatten(data)).filter((row) => !isInstruction(row));
  const [only] = rows;
  if (only === undefined) return `Done: ${name}.`;
  if (rows.length === 1) return only;
  return `Here's what I got:\n\n${rows
    .slice(0, 12)
    .map((row) => `- ${row}`)
    .join('\n')}`;
}

/** Pages with their addresses, a line each; null where it is anything else. */
function pagesOf(data: unknown): string[] | null {
  const found = Array.isArray(data) ? data.slice(0, 12) : [];
  const lines = found.flatMap((one) => {
    if (!isRecord(one) || typeof one.title !== 'string' || typeof one.url !== 'string') return [];
    const { title, url, excerpt } = one;
    if (!/^(?:https?:\/\/|\/)[^\s()<>[\]]{0,300}$/.test(url)) return [];
    const more = typeof excerpt === 'string' && excerpt !== '' ? `: ${clean(excerpt, 200)}` : '';
    return [`${clean(title, 80)} (${url})${more}`];
  });
  return lines.length > 0 && lines.length === found.length ? lines : null;
}

function flatten(data: unknown, depth = 0): string[] {
  if (typeof data === 'string') return data.trim() === '' ? [] : [clean(data, 300)];
  if (typeof data === 'number' || typeof data === 'boolean') return [String(data)];
  if (depth > 3) return [];
  if (Array.isArray(data)) return data.slice(0, 12).flatMap((item) => flatten(item, depth + 1));
  if (!isRecord(data)) return [];
  return Object.entries(data).flatMap(([key, value]) =>
    flatten(value, depth + 1).map((text) => `${clean(spokenName(key), 40)}: ${text}`),
  );
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
