// From the visitor's wishes to the next tool calls, or to what is said. Pure: which task a wish has, in which order.

import { couponTask, editTask, sumUp } from './cart.ts';
import { FOLLOWS, TALK, TOPICS, WORDS } from './data.ts';
import type { Exchange } from './history.ts';
import { isNamed, resolve } from './items.ts';
import { goTask, namedTask, writeTask } from './pages.ts';
import { failureSentence, joinWords } from './phrases.ts';
import { topicTask } from './policy.ts';
import { replay } from './replay.ts';
import { preferTask, searchTask } from './search.ts';
import type { State, Wish } from './state.ts';
import { cartTask, isSent, missingTask, totalTask } from './sums.ts';
import { talkTask } from './talk.ts';
import { compareTask, showTask, tellTask } from './tell.ts';
import { type Call, find, mostOf, NAMES } from './toolbox.ts';
import type { Outcome, Task, World } from './world.ts';

const { CHANGE = [], SENDING = [] } = FOLLOWS.groups;

const TASKS: Readonly<Record<string, (world: World, wish: Wish) => Task>> = {
  search: searchTask,
  gift: searchTask,
  price: tellTask,
  stock: tellTask,
  colours: tellTask,
  about: tellTask,
  detail: tellTask,
  compare: compareTask,
  show: showTask,
  cart: cartTask,
  total: totalTask,
  missing: missingTask,
  coupon: couponTask,
  go: goTask,
  write: writeTask,
  prefer: preferTask,
  tool: namedTask,
};
/** Done without knowing what the shop sells, as topics and talk are. */
const NEEDS_NOTHING = ['cart', 'missing', 'coupon', 'go', 'write', 'tool'];
/** Leave the page, so they come last. */
const LAST = ['coupon', 'show', 'go', 'write'];
/** Tell a figure, or change the cart. */
const RECKONED = ['total', 'price', ...CHANGE];
const EXTRAS = new RegExp(WORDS.extras, 'gi');

export interface Plan {
  /** Calls to make now; empty when the exchange is complete. */
  calls: Call[];
  outcomes: Outcome[];
}

export function plan(exchange: Exchange, wishes: readonly Wish[], world: World): Plan {
  const first = searchFirst(wishes, exchange, world);
  if (first !== null) return first;
  const steps = [...exchange.steps];
  const outcomes: Outcome[] = [];
  const edits = wishes.filter(({ name }) => CHANGE.includes(name));
  const ordered = wishes
    .filter((wish) => !edits.includes(wish) || wish === edits[0])
    .sort((a, b) => LAST.indexOf(a.name) - LAST.indexOf(b.name));
  for (const wish of ordered) {
    const some = wish === edits[0] ? edits : [wish];
    const run = replay(taskOf(world, some), steps);
    if ('calls' in run) return { calls: run.calls, outcomes };
    if (RECKONED.includes(wish.name)) run.say += leftOut(world, some);
    outcomes.push(run);
    noteFocus(world.state, wish, run);
  }
  const last = outcomes.findLast(({ changed }) => changed);
  if (last?.changed) last.say += sumUp(last.changed);
  if (exchange.hasAttachment)
    outcomes.push({ say: "I can't read attachments, so I went by your words alone." });
  return { calls: [], outcomes };
}

function taskOf(world: World, wishes: readonly Wish[]): Task {
  const [wish] = wishes;
  if (wish === undefined) return atOnce({ say: '' });
  const { name, items } = wish;
  if (CHANGE.includes(name)) return editTask(world, wishes);
  // "What are two blankets to the UK": goods and how they are sent, so one sum.
  const isCounted = items.some(({ products, quantity }) => products && quantity);
  if (isCounted && isSent(wish) && ['price', ...SENDING].includes(name))
    return totalTask(world, wish);
  return (
    TASKS[name]?.(world, wish) ??
    (name in TOPICS ? atOnce(topicTask(world, wish)) : talkTask(world, wish))
  );
}

// biome-ignore lint/correctness/useYield: a task that needs no tool is still a task
function* atOnce(outcome: Outcome): Task {
  return outcome;
}

/** The search that tells what the shop sells, once in a conversation; what is said where it fails. */
function searchFirst(wishes: readonly Wish[], { steps }: Exchange, world: World): Plan | null {
  const tool = find(world.tools, 'search');
  const needs = wishes.some(
    ({ name, items }) =>
      (SENDING.includes(name) && items.length > 0) ||
      !(name in TOPICS || name in TALK || NEEDS_NOTHING.includes(name)),
  );
  if (!needs || world.state.isComplete || tool === null) return null;
  const tried = steps.filter(({ name }) => name === NAMES.search);
  const answer = tried.at(-1)?.answer;
  if (answer?.ok) return null;
  if (answer && !(answer.failure.retryable && tried.length < 2))
    return { calls: [], outcomes: [{ say: failureSentence(answer.failure, 'search the shop') }] };
  const input = { query: '', max_results: Math.min(12, mostOf(tool, 'max_results')) };
  return { calls: [{ name: NAMES.search, input }], outcomes: [] };
}

/** "Two mugs, gift wrapped": the part that a sum or an order can't have is named. */
function leftOut({ shop }: World, wishes: readonly Wish[]): string {
  const words = wishes.flatMap(({ text }) => text.match(EXTRAS) ?? []);
  return words.length === 0
    ? ''
    : ` That is without “${joinWords([...new Set(words)])}”, which I can neither reckon nor order: our people can tell you more, ${shop.people}.`;
}

/** "Do you have a teapot, and is it dishwasher safe?": what follows may speak of what was found. */
function noteFocus(state: State, { items }: Wish, { about, items: shown }: Outcome): void {
  const found = about ?? (shown?.length === 1 ? shown[0] : undefined);
  const named = items.filter(isNamed).flatMap((item) => resolve(item, state));
  const [only, ...others] = found ? [found] : named;
  if (only && others.length === 0 && only.id !== state.focus?.id)
    state.focus = { id: only.id, variant: null };
  // "Blue then, add one".
  const colour = items.flatMap(({ colours }) => colours)[0];
  if (state.focus && colour && state.products.get(state.focus.id)?.variants.includes(colour))
    state.focus = { ...state.focus, variant: colour };
}
