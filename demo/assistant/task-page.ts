// Tasks on the page around the shop: opening pages, the contact form, and tools that no other task knows.

import { isRecord, stem, tokens } from '../../gateway/agent.ts';
import { isInstruction } from './answer.ts';
import { clean } from './catalogue.ts';
import type { Intent } from './intents.ts';
import { findPage } from './pages.ts';
import { failureSentence, joinWords } from './phrases.ts';
import { readReference } from './reference.ts';
import { missing, type Task, use, type World } from './task.ts';
import { showTask } from './task-find.ts';
import {
  deedName,
  matchOther,
  readChoices,
  readProperties,
  readRequired,
  spokenName,
} from './toolbox.ts';
import { isAlike } from './words.ts';

export function* goTask(world: World, intent: Intent & { kind: 'go' }): Task {
  const tool = world.toolbox.find('go');
  if (tool === null) return missing(world, 'go');
  const pages = readChoices(tool, 'page');
  const page = findPage(intent.page, pages);
  if (page === null) {
    if (world.toolbox.find('search') !== null) {
      const shown = yield* showTask(world, { kind: 'show', product: readReference(intent.page) });
      if (shown.focus !== undefined || shown.listed !== undefined) return shown;
    }
    return {
      say: `I don't know a page called “${clean(intent.page, 40)}”. I can open ${joinWords(pages, 'or')}.`,
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

export function* contactTask(world: World, intent: Intent & { kind: 'contact' }): Task {
  const lead =
    intent.human === true
      ? "I'm an automated assistant, but people read the shop's messages. "
      : '';
  if (world.toolbox.find('contact') === null) {
    if (world.toolbox.find('go') === null) {
      // A page that isn't the shop's may have a tool of its own for it.
      const other = matchOther('leave or send a message, write, contact', world.toolbox);
      if (other !== null) {
        const { email, message } = intent;
        const input = {
          ...(message === undefined ? {} : { message }),
          ...(email === undefined ? {} : { email }),
        };
        return yield* otherTask(world, { kind: 'tool', name: other.name, input, text: '' });
      }
      return {
        say: `${lead}I can't send messages from this page. Please use the shop's contact page.`,
      };
    }
    const used = yield* use(world, 'go', { page: 'contact' }, 'open the contact page');
    if ('outcome' in used) return used.outcome;
    // End the turn here: the next one sees the tools of the page to which the visitor has gone.
    if (world.toolbox.find('contact') === null)
      return { say: `${lead}Here's the contact page; you can write to the shop there.` };
  }
  const { name, email, message, human: _, ...rest } = intent;
  if (message === undefined) {
    const about = intent.topic === undefined ? '' : ` about ${clean(intent.topic, 40)}`;
    const who = email === undefined ? ' If you like, add your name and e-mail address.' : '';
    return {
      say: `${lead}I can fill in the contact form for you. What should the message${about} say?${who}`,
      pending: {
        kind: 'message',
        contact: { ...rest, ...(name ? { name } : {}), ...(email ? { email } : {}) },
      },
    };
  }
  const tool = world.toolbox.find('contact');
  const said = tokens(`${intent.topic ?? ''} ${message}`).map(stem);
  const topic = (tool === null ? [] : readChoices(tool, 'topic')).find((one) =>
    tokens(one).some((word) => said.some((other) => isAlike(other, stem(word)))),
  );
  const input = {
    message,
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(topic === undefined ? {} : { topic }),
  };
  const used = yield* use(world, 'contact', input, 'fill in the contact form');
  if ('outcome' in used) return used.outcome;
  return {
    say: "I've filled in the contact form. Please look it over and send it yourself when it says what you mean.",
  };
}

/** Calls a tool for which the assistant has no task, with the input that it could read from the visitor's words. */
export function* otherTask(world: World, intent: Intent & { kind: 'tool' }): Task {
  const { name, input, isNamed = false } = intent;
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
  const rows = flatten(data).filter((row) => !isInstruction(row));
  const [only] = rows;
  if (only === undefined) return `Done: ${name}.`;
  if (rows.length === 1) return only;
  return `Here's what I got:\n\n${rows
    .slice(0, 12)
    .map((row) => `- ${row}`)
    .join('\n')}`;
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
