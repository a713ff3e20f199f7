// Plays the talks of a trial against the assistant and judges each answer by the rules that stand beside its question.

import { knowledgeDocuments } from '../../site/handbook.ts';
import { converse, type Reply } from '../assistant/conversation.ts';
import { type Change, MOST_WORDS, NEVER, type Question, REVIEWERS, type Talk } from './rules.ts';
import { visitShop } from './shop-page.ts';

export interface Verdict {
  question: Question;
  /** All that the visitor gets to read, cards and choices included. */
  heard: string;
  calls: Reply['calls'];
  /** Why it isn't answered well; empty where it is. */
  faults: string[];
}

/** Tools that change nothing, and those that take the visitor elsewhere. */
const READS = ['search_products', 'show_cart', 'suggest_replies'];
const CARDS = ['offer_choices', 'show_items', 'ask_form', 'suggest_replies'];
const GOES = ['show_product', 'go_to_page'];

export async function play(talks: readonly Talk[], seed = 1): Promise<Verdict[][]> {
  const verdicts: Verdict[][] = [];
  for (const talk of talks) {
    verdicts.push(
      await visitShop(talk.on ?? '/', async ({ tools, shop, fill }) => {
        if (talk.cart) fill(talk.cart);
        const documents = knowledgeDocuments('https://fernway.example');
        const chat = converse({
          shop,
          tools,
          documents,
          seed,
          leavesOpen: ['offer_choices', 'ask_form'],
        });
        const answers: Verdict[] = [];
        for (const question of talk.questions) {
          const reply = await chat.say(question.ask);
          const heard = hear(reply);
          answers.push({
            question,
            heard,
            calls: reply.calls,
            faults: judge(question, reply, heard),
          });
        }
        return answers;
      }),
    );
  }
  return verdicts;
}

/** The last message and what cards show; a lead-in before a tool's call is no answer. */
function hear(reply: Reply): string {
  const cards = reply.calls
    .filter(({ name }) => CARDS.includes(name))
    .flatMap(({ input }) => texts(input));
  return [...cards, reply.text].join('\n');
}

function texts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(texts) : [];
}

function judge(question: Question, reply: Reply, heard: string): string[] {
  const faults: string[] = [];
  for (const rule of question.says) if (!rule.test(heard)) faults.push(`doesn't say ${rule}`);
  for (const rule of [...NEVER, ...(question.never ?? [])]) {
    if (rule.test(heard)) faults.push(`says ${rule}`);
  }
  for (const name of REVIEWERS) {
    const isQuoted = new RegExp(`\\b${name}\\b`).test(heard);
    if (isQuoted && question.quotes !== name) faults.push(`quotes ${name}'s review`);
  }
  if (reply.text.split(/\s+/).length > MOST_WORDS) faults.push(`takes over ${MOST_WORDS} words`);
  const changes = reply.calls.filter(({ name }) => ![...READS, ...CARDS, ...GOES].includes(name));
  if (!(question.does ?? [[]]).some((wanted) => isSame(wanted, changes))) {
    faults.push(`asks to ${JSON.stringify(changes.map(({ name, input }) => [name, input]))}`);
  }
  const went = reply.calls
    .filter(({ name }) => GOES.includes(name))
    .map(({ input }) => input.product_id ?? input.page);
  if (question.goes !== undefined && !went.includes(question.goes)) {
    faults.push(`doesn't go to ${question.goes}`);
  }
  if (went.length > 0 && question.goes === undefined && !question.mayGo) {
    faults.push(`leaves for ${went}`);
  }
  return faults;
}

function isSame(wanted: readonly Change[], got: Reply['calls']): boolean {
  return (
    wanted.length === got.length &&
    wanted.every(([tool, input]) =>
      got.some(
        (call) =>
          call.name === tool &&
          Object.entries(input).every(([key, value]) =>
            value instanceof RegExp
              ? value.test(String(call.input[key]))
              : call.input[key] === value,
          ),
      ),
    )
  );
}
