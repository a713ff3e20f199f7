// Drives an exchange: turns intents into tasks, runs those that don't wait for one another side by side, and replays recorded
// answers until the next calls, or until every task has come to its end.

import type { ToolDefinition } from '../../gateway/agent.ts';
import { addTask, moreTask } from './add.ts';
import {
  cartTask,
  changeTask,
  couponTask,
  emptyCartTask,
  freeDeliveryTask,
  sumUp,
  swapTask,
} from './cart.ts';
import { resolve } from './context.ts';
import { aboutTask, chooseTask, compareTask, searchTask, showTask } from './find.ts';
import type { Act, Intent } from './intents.ts';
import {
  createMemory,
  type Exchange,
  learn,
  type Memory,
  type Step,
  type ToolAnswer,
} from './memory.ts';
import { contactTask, goTask, namedTask } from './page.ts';
import { reply } from './talk.ts';
import type { Call, Outcome, Task, World } from './task.ts';
import { createToolbox } from './toolbox.ts';
import { understand } from './understand.ts';

export interface Advance {
  intents: Intent[];
  /** Calls to make now; empty when the exchange is complete. */
  calls: Call[];
  outcomes: Outcome[];
}

/** More calls for one message than this mean that the assistant is going round in circles. */
const MAX_ROUNDS = 12;
const MAX_TASKS = 5;

export function advance(
  exchange: Exchange,
  memory: Memory,
  tools: readonly ToolDefinition[],
  pick: World['pick'],
): Advance {
  const world: World = {
    memory,
    toolbox: createToolbox(withUsedTools(tools, exchange.steps)),
    pick,
  };
  const all = resolve(understand(exchange.text), exchange.text, memory, world.toolbox);
  const intents = all.slice(0, MAX_TASKS);
  const steps = [...exchange.steps];
  const outcomes: Outcome[] = [];
  for (const rank of ranks(intents)) {
    const result = runTogether(rank, world, steps);
    outcomes.push(...result.outcomes);
    if (result.calls.length > 0) return { intents, calls: result.calls, outcomes };
  }
  const changed = outcomes.findLast((outcome) => outcome.isChange);
  const cart = memory.cart ?? changed?.cart;
  if (changed !== undefined && cart !== undefined) changed.say += sumUp(cart);
  if (all.length > MAX_TASKS)
    outcomes.push({ say: "That was a lot at once; tell me again what I've left out." });
  if (exchange.hasAttachment)
    outcomes.push({ say: "I can't read attachments, so I went by your words alone." });
  return { intents, calls: [], outcomes };
}

/** The page may have moved on: what was called once was offered then, and its answers still count. */
function withUsedTools(tools: readonly ToolDefinition[], steps: readonly Step[]): ToolDefinition[] {
  const names = new Set(steps.map(({ name }) => name));
  for (const { name } of tools) names.delete(name);
  return [...tools, ...[...names].map((name) => ({ name, description: '', input_schema: {} }))];
}

/** Later ones may depend on earlier ones: look and fill the cart, lower its price, tell it, then leave. */
const RANKS: Partial<Record<Act, number>> = { coupon: 1, cart: 2, go: 3, contact: 3 };
const CHANGES: readonly Act[] = ['add', 'more', 'change', 'swap', 'empty_cart', 'coupon'];

function ranks(intents: readonly Intent[]): Intent[][] {
  const changes = intents.some(({ act }) => CHANGES.includes(act));
  const rankOf = ({ act }: Intent): number => {
    const rank = RANKS[act] ?? 0;
    return changes || rank === 3 ? rank : 0;
  };
  return [0, 1, 2, 3]
    .map((rank) => intents.filter((intent) => rankOf(intent) === rank))
    .filter((group) => group.length > 0);
}

function runTogether(intents: readonly Intent[], world: World, steps: Step[]) {
  const outcomes: (Outcome | null)[] = intents.map(() => null);
  const waiting: { task: Task; place: number; calls: Call[] }[] = [];
  const settle = (task: Task, place: number, answers: ToolAnswer[] | null): void => {
    const next = answers === null ? task.next() : task.next(answers);
    if (next.done === true) outcomes[place] = next.value;
    else waiting.push({ task, place, calls: next.value });
  };
  const settled = () => outcomes.filter((outcome) => outcome !== null);
  intents.forEach((intent, place) => {
    settle((TASKS[intent.act] ?? atOnce)(world, intent), place, null);
  });
  for (let round = 0; waiting.length > 0; round++) {
    if (round >= MAX_ROUNDS) {
      outcomes.push({
        say: "I've tried several times without getting there, so I'll stop. Could you put it another way?",
      });
      break;
    }
    const current = waiting.splice(0);
    const wanted = current.flatMap(({ calls }) => calls);
    // What an interrupted or changed exchange already did is not asked for twice.
    const taken = wanted.map((call) => take(steps, call));
    const open = wanted.filter((_, index) => taken[index] === null);
    if (open.length > 0) return { calls: open, outcomes: settled() };
    for (const { task, place, calls } of current) {
      const answers = taken.splice(0, calls.length).filter((answer) => answer !== null);
      for (const answer of answers) learn(world.memory, answer);
      settle(task, place, answers);
    }
  }
  return { calls: [], outcomes: settled() };
}

/** The recorded answer to a call. A gateway may have dropped an argument: enough that no shared one differs. */
function take(steps: Step[], { name, input }: Call): ToolAnswer | null {
  const isSame = (step: Step): boolean =>
    step.name === name &&
    Object.entries(step.input).every(
      ([key, value]) => !(key in input) || JSON.stringify(value) === JSON.stringify(input[key]),
    );
  const index = steps.findIndex(isSame);
  return steps.splice(index, index < 0 ? 0 : 1)[0]?.answer ?? null;
}

const TASKS: { [Each in Act]?: (world: World, intent: Intent) => Task } = {
  search: searchTask,
  show: showTask,
  about: aboutTask,
  compare: compareTask,
  choose: chooseTask,
  add: addTask,
  more: moreTask,
  change: changeTask,
  swap: swapTask,
  empty_cart: emptyCartTask,
  cart: cartTask,
  free_delivery: freeDeliveryTask,
  coupon: couponTask,
  go: goTask,
  contact: contactTask,
  tool: namedTask,
};

// biome-ignore lint/correctness/useYield: a task that needs no tool is still a task
function* atOnce(world: World, intent: Intent): Task {
  return reply(world, intent);
}

/** Replays the conversation up to the latest exchange, and returns what is known by then. */
export function remember(exchanges: readonly Exchange[], tools: readonly ToolDefinition[]): Memory {
  let memory = createMemory();
  for (const exchange of exchanges) {
    const copy: Memory = { ...memory, products: new Map(memory.products) };
    const { calls, outcomes } = advance(exchange, copy, tools, (wordings) => wordings[0] ?? '');
    if (calls.length > 0 || !exchange.isBegun) {
      // It was interrupted: keep what was learnt, drop the question that it asked.
      for (const step of exchange.steps) learn(copy, step.answer);
      memory = { ...copy, pending: null };
    } else memory = keep(copy, outcomes, exchange.cited);
  }
  return memory;
}

function keep(memory: Memory, outcomes: readonly Outcome[], cited: string | null): Memory {
  const next: Memory = { ...memory, pending: null, filter: null };
  for (const { pending, focus, lastAdd, lastChange, listed, filter, cart, asked } of outcomes) {
    if (pending !== undefined) next.pending = pending;
    if (focus !== undefined) {
      if (next.focus !== null && next.focus.id !== focus.id) next.before = next.focus.id;
      next.focus = focus;
    }
    if (listed !== undefined) next.listed = listed;
    if (filter !== undefined) next.filter = filter;
    if (cart !== undefined) next.cart = cart;
    if (asked !== undefined) next.asked = { ...asked, cited };
    if (lastAdd !== undefined) {
      next.lastAdd = lastAdd;
      next.lastChange = null;
      next.asked = null;
    }
    if (lastChange !== undefined) next.lastChange = lastChange;
  }
  return next;
}
