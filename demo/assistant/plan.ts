// From the visitor's wishes to the next tool calls, or to what is said. Pure: tasks are replayed with the recorded answers, so
// that nothing but the history is kept.

import type { ToolDefinition } from '../../gateway/agent.ts';
import {
  addTask,
  cartTask,
  couponTask,
  emptyTask,
  missingTask,
  quantityTask,
  removeTask,
  sumUp,
  swapTask,
} from './cart.ts';
import { compareTask, searchTask, showTask, tellTask } from './find.ts';
import type { Exchange, Step, ToolAnswer } from './history.ts';
import type { Wish } from './memory.ts';
import { failureSentence } from './phrases.ts';
import { goTask, namedTask, talk, topic, unknown, writeTask } from './talk.ts';
import { type Call, find, mostOf, NAMES } from './toolbox.ts';
import type { Outcome, Task, World } from './world.ts';

/** More calls for one message than this mean that the assistant is going round in circles. */
const MOST_ROUNDS = 12;

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
  add: addTask,
  quantity: quantityTask,
  remove: removeTask,
  empty: emptyTask,
  swap: swapTask,
  cart: cartTask,
  missing: missingTask,
  coupon: couponTask,
  go: goTask,
  write: writeTask,
  yes: () => says('Gladly, but to what? Tell me what you would like me to do.'),
  no: () => says('No problem. Tell me if you need anything else.'),
  prefer: preferTask,
};

/** What is done without knowing what the shop sells. */
const NEEDS_NO_PRODUCTS = ['cart', 'missing', 'coupon', 'go', 'write', 'yes', 'no', 'empty'];
/** Leaves the page, so it comes last. */
const LAST = ['show', 'go', 'write', 'coupon'];

// biome-ignore lint/correctness/useYield: a task that needs no tool is still a task
function* says(say: string): Task {
  return { say };
}

/** "I'm allergic to wool": noted, and what was proposed before is proposed anew. */
function* preferTask(world: World, wish: Wish): Task {
  const { last } = world.memory;
  if (last?.kind === 'act' && ['search', 'gift'].includes(last.name))
    return yield* searchTask(world, {
      ...last,
      slots: { ...last.slots, ...(wish.slots.most && { most: wish.slots.most }) },
    });
  return { say: "Noted, I'll keep to that. What are you looking for?" };
}

export interface Plan {
  /** Calls to make now; empty when the exchange is complete. */
  calls: Call[];
  outcomes: Outcome[];
}

export function plan(exchange: Exchange, wishes: readonly Wish[], world: World): Plan {
  const steps = [...exchange.steps];
  const outcomes: Outcome[] = [];
  const tool = /^use the tool (\w+)$/i.exec(exchange.text.trim())?.[1];
  const ordered = [...wishes].sort(
    (a, b) => Number(LAST.includes(a.name)) - Number(LAST.includes(b.name)),
  );
  if (tool === undefined) {
    const failed = needsProducts(wishes, exchange, world);
    if (failed !== null) return failed;
  }
  const tasks = tool !== undefined ? [namedTask(tool)] : ordered.map((wish) => taskOf(world, wish));
  for (const task of tasks) {
    const run = runTask(task, steps);
    if ('calls' in run) return { calls: run.calls, outcomes };
    outcomes.push(run);
  }
  const changed = outcomes.findLast((one) => one.changed);
  if (changed?.changed) changed.say += sumUp(changed.changed);
  if (exchange.hasAttachment)
    outcomes.push({ say: "I can't read attachments, so I went by your words alone." });
  return { calls: [], outcomes };
}

/** The search that tells what the shop sells, once in a conversation; what is said where it fails. */
function needsProducts(
  wishes: readonly Wish[],
  { steps }: Exchange,
  { tools, memory }: World,
): Plan | null {
  const needs = wishes.some(
    ({ kind, name, slots }) =>
      (kind === 'act' && !NEEDS_NO_PRODUCTS.includes(name)) ||
      (kind === 'unknown' && (slots.points || slots.pointsAtAll)),
  );
  if (!needs || memory.isComplete || find(tools, 'search') === null) return null;
  const tried = steps.filter(({ name }) => name === NAMES.search);
  const answer = tried.at(-1)?.answer;
  const isWorthRepeating =
    answer === undefined || (!answer.ok && answer.failure.retryable && tried.length < 2);
  if (isWorthRepeating)
    return {
      calls: [
        {
          name: NAMES.search,
          input: {
            query: '',
            max_results: Math.min(12, mostOf(find(tools, 'search'), 'max_results')),
          },
        },
      ],
      outcomes: [],
    };
  return answer.ok
    ? null
    : { calls: [], outcomes: [{ say: failureSentence(answer.failure, 'search the shop') }] };
}

function taskOf(world: World, wish: Wish): Task {
  const task = wish.kind === 'act' ? TASKS[wish.name] : undefined;
  if (task !== undefined) return task(world, wish);
  return atOnce(
    wish.kind === 'topic'
      ? topic(world, wish)
      : wish.kind === 'talk'
        ? talk(world, wish)
        : unknown(world, wish),
  );
}

// biome-ignore lint/correctness/useYield: a task that needs no tool is still a task
function* atOnce(outcome: Outcome): Task {
  return outcome;
}

function runTask(task: Task, steps: Step[]): Outcome | { calls: Call[] } {
  let next = task.next();
  for (let round = 0; next.done !== true; round++) {
    if (round >= MOST_ROUNDS)
      return {
        say: "I've tried several times without getting there, so I'll stop. Could you put it another way?",
      };
    // What an interrupted or changed exchange already did is not asked for twice.
    const taken = next.value.map((call) => take(steps, call));
    const answers = taken.filter((answer) => answer !== null);
    if (answers.length < taken.length)
      return { calls: next.value.filter((_, at) => taken[at] === null) };
    next = task.next(answers);
  }
  return next.value;
}

/** The recorded answer to a call. A gateway may have dropped an argument: enough that no shared one differs. */
function take(steps: Step[], { name, input }: Call): ToolAnswer | null {
  const index = steps.findIndex(
    (step) =>
      step.name === name &&
      Object.entries(step.input).every(
        ([key, value]) => !(key in input) || JSON.stringify(value) === JSON.stringify(input[key]),
      ),
  );
  return steps.splice(index, index < 0 ? 0 : 1)[0]?.answer ?? null;
}

/** The page may have moved on: what was called once was offered then, and its answers still count. */
export function withUsedTools(
  tools: readonly ToolDefinition[],
  steps: readonly Step[],
): ToolDefinition[] {
  const names = new Set(steps.map(({ name }) => name));
  for (const { name } of tools) names.delete(name);
  return [...tools, ...[...names].map((name) => ({ name, description: '', input_schema: {} }))];
}
