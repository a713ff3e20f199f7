// Tasks on the page around the shop: opening pages, the contact form, and tools that no other task knows.

import { isRecord, type Json, stem, tokens } from '../../gateway/agent.ts';
import { isInstruction } from './answer.ts';
import { clean } from './catalogue.ts';
import type { Intent } from './intents.ts';
import { findPage } from './pages.ts';
import { joinWords } from './phrases.ts';
import { readReference } from './reference.ts';
import { type Call, failed, missing, type Task, use, type World } from './task.ts';
import { showTask } from './task-find.ts';
import { readChoices, readProperties, spokenName } from './toolbox.ts';
import { isAlike } from './words.ts';

export function* goTask(world: World, intent: Intent & { kind: 'go' }): Task {
  const tool = world.toolbox.find('go');
  if (tool === null) return missing(world, 'go');
  const pages = readChoices(tool, 'page');
  const page = pages.length === 0 ? (tokens(intent.page)[0] ?? null) : findPage(intent.page, pages);
  if (page === null) {
    if (world.toolbox.find('search') !== null) {
      const shown = yield* showTask(world, { kind: 'show', product: readReference(intent.page) });
      if (shown.focus !== undefined || shown.listed !== undefined) return shown;
    }
    return {
      say: `I don't know a page called “${clean(intent.page, 40)}”. I can open ${joinWords(pages, 'or')}.`,
    };
  }
  const answer = yield* use(world, 'go', { page });
  if (answer === null) return missing(world, 'go');
  if (!answer.ok) return failed(answer, `open the ${page} page`);
  return {
    say:
      page === 'checkout'
        ? "Here's the checkout. Paying is yours to do; I can't see or enter payment details."
        : `Here's the ${clean(page, 30)} page.`,
  };
}

export function* contactTask(world: World, intent: Intent & { kind: 'contact' }): Task {
  const lead =
    intent.human === true
      ? "I'm an automated assistant, but people read the shop's messages. "
      : '';
  if (world.toolbox.find('contact') === null) {
    const go = world.toolbox.find('go');
    const page = go === null ? null : findPage('contact', readChoices(go, 'page'));
    if (page === null)
      return {
        say: `${lead}I can't send messages from this page. Please use the shop's contact page.`,
      };
    const answer = yield* use(world, 'go', { page });
    if (answer !== null && !answer.ok) return failed(answer, 'open the contact page');
    if (world.toolbox.find('contact') === null)
      return { say: `${lead}Here's the contact page; you can write to the shop there.` };
  }
  return yield* fillForm(world, intent, lead);
}

function* fillForm(world: World, intent: Intent & { kind: 'contact' }, lead: string): Task {
  if (intent.message === undefined) {
    const { human: _, ...contact } = intent;
    const about = intent.topic === undefined ? '' : ` about ${clean(intent.topic, 40)}`;
    const rest =
      intent.email === undefined ? ' If you like, add your name and e-mail address.' : '';
    return {
      say: `${lead}I can fill in the contact form for you. What should the message${about} say?${rest}`,
      pending: { kind: 'message', contact },
    };
  }
  const { name, email, message } = intent;
  const tool = world.toolbox.find('contact');
  const topics = tool === null ? [] : readChoices(tool, 'topic');
  const topic =
    pickTopic(`${intent.topic ?? ''} ${message}`, topics) ??
    (topics.length === 0 ? intent.topic : undefined);
  const answer = yield* use(world, 'contact', {
    message,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(topic === undefined ? {} : { topic }),
  });
  if (answer === null) return missing(world, 'contact');
  if (!answer.ok) {
    const outcome = failed(answer, 'fill in the contact form');
    if (answer.failure.field === null) return outcome;
    const { message: kept, ...contact } = intent;
    void kept;
    return { ...outcome, pending: { kind: 'message', contact } };
  }
  return {
    say: "I've filled in the contact form. Please look it over and send it yourself when it says what you mean.",
  };
}

function pickTopic(text: string, topics: readonly string[]): string | undefined {
  const said = tokens(text).map(stem);
  return topics.find((topic) =>
    tokens(topic).some((word) => said.some((other) => isAlike(other, stem(word)))),
  );
}

/** A tool that the agent has no task for: called with what could be read off the visitor's words. */
export function* otherTask(world: World, intent: Intent & { kind: 'tool' }): Task {
  const tool = world.toolbox.all.find((candidate) => candidate.name === intent.name);
  if (intent.isNamed === true) return yield* callOther({ name: intent.name, input: intent.input });
  if (tool === undefined) {
    return {
      say: `I can't do that here: this page no longer offers “${spokenName(intent.name)}”.`,
    };
  }
  const required = Array.isArray(tool.input_schema.required) ? tool.input_schema.required : [];
  const open = required.find((name) => typeof name === 'string' && !(name in intent.input));
  if (typeof open === 'string') {
    return {
      say: `For “${spokenName(intent.name)}” I need one thing more: the ${open.replaceAll('_', ' ')}.${hint(tool, open)}`,
      pending: { kind: 'field', name: intent.name, input: intent.input, field: open },
    };
  }
  const takesNothing = Object.keys(readProperties(tool)).length === 0;
  return yield* callOther({ name: tool.name, input: takesNothing ? {} : intent.input });
}

function* callOther(call: Call): Task {
  const [answer] = yield [call];
  if (answer === undefined) return { say: '' };
  const name = spokenName(call.name);
  return answer.ok ? { say: reportData(answer.data, name) } : failed(answer, `use “${name}”`);
}

function hint(tool: { input_schema: { [key: string]: Json } }, field: string): string {
  const properties = tool.input_schema.properties;
  const schema = isRecord(properties) ? properties[field] : undefined;
  const choices =
    isRecord(schema) && Array.isArray(schema.enum)
      ? schema.enum.filter((value) => typeof value === 'string')
      : [];
  return choices.length === 0 ? '' : ` It can be ${joinWords(choices.slice(0, 8), 'or')}.`;
}

/** A result of unknown shape, as a short list of what it says; nothing in it is obeyed. */
export function reportData(data: unknown, name: string): string {
  if (data === undefined || data === null || data === '') return `Done: ${name}.`;
  const rows = flatten(data).filter(([, value]) => !isInstruction(value));
  if (rows.length === 0) return `“${name}” ran, but gave nothing that I can pass on.`;
  const [only] = rows;
  if (rows.length === 1 && only !== undefined)
    return `${only[0] === '' ? '' : `${only[0]}: `}${only[1]}`;
  return `Here's what I got:\n\n${rows
    .slice(0, 12)
    .map(([key, value]) => `- ${key === '' ? '' : `${key}: `}${value}`)
    .join('\n')}`;
}

function flatten(data: unknown, path = '', depth = 0): [string, string][] {
  if (typeof data === 'string') return data.trim() === '' ? [] : [[path, clean(data, 300)]];
  if (typeof data === 'number' || typeof data === 'boolean') return [[path, String(data)]];
  if (depth > 3 || typeof data !== 'object' || data === null) return [];
  if (Array.isArray(data))
    return data.slice(0, 12).flatMap((item) => flatten(item, path, depth + 1));
  return Object.entries(data).flatMap(([key, value]) => {
    const label = clean(spokenName(key), 40);
    return flatten(value, path === '' ? label : `${path}, ${label}`, depth + 1);
  });
}
