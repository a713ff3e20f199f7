// Drives an exchange: turns intents into tasks, runs those that don't wait for one another side by side, and
// replays recorded answers until the next calls, or until every task has come to its end.

import type { ToolDefinition } from '../../gateway/agent.ts';
import type { Intent } from './intents.ts';
import {
  createMemory,
  type Exchange,
  learn,
  type Memory,
  type Step,
  type ToolAnswer,
} from './memory.ts';
import { resolve } from './resolve.ts';
import { speakEnglish, stopTalk, talk } from './talk.ts';
import type { Call, Outcome, Task, World } from './task.ts';
import { addTask, moreTask } from './task-add.ts';
import { cartTask, changeTask, couponTask, emptyCartTask } from './task-cart.ts';
import { aboutTask, chooseTask, searchTask, showTask } from './task-find.ts';
import { contactTask, goTask, otherTask } from './task-page.ts';
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
  const toolbox = createToolbox(withUsedTools(tools, exchange.steps));
  const world: World = { memory, toolbox, pick };
  const all = resolve(understand(exchange.text), exchange.text, memory, toolbox);
  const intents = all.slice(0, MAX_TASKS);
  const steps = [...exchange.steps];
  const outcomes: Outcome[] = [];
  for (const rank of ranks(intents)) {
    const result = runTogether(rank, world, steps);
    outcomes.push(...result.outcomes);
    if (result.calls.length > 0) return { intents, calls: result.calls, outcomes };
  }
  const priced = outcomes.findLast((outcome) => outcome.total !== undefined);
  if (priced !== undefined) priced.say += ` Your total is ${memory.cart?.total ?? priced.total}.`;
  if (all.length > MAX_TASKS)
    outcomes.push({ say: "That was a lot at once; tell me again what I've left out." });
  if (exchange.hasAttachment)
    outcomes.push({ say: "I can't read attachments, so I went by your words alone." });
  return { intents, calls: [], outcomes };
}

/** The page may have moved on: what was called once was offered then, and its answers still count. */
function withUsedTools(tools: readonly ToolDefinition[], steps: readonly Step[]): ToolDefinition[] {
  const gone = new Set(
    steps.map((step) => step.name).filter((name) => !tools.some((tool) => tool.name === name)),
  );
  return [...tools, ...[...gone].map((name) => ({ name, description: '', input_schema: {} }))];
}

/** Later ones may depend on earlier ones: look and fill the cart, lower its price, tell it, then leave. */
const RANKS: Partial<Record<Intent['kind'], number>> = { coupon: 1, cart: 2, go: 3, contact: 3 };
const CHANGES = new Set<Intent['kind']>(['add', 'more', 'change', 'empty_cart', 'coupon']);

function ranks(intents: readonly Intent[]): Intent[][] {
  const changes = intents.some(({ kind }) => CHANGES.has(kind));
  const rankOf = ({ kind }: Intent): number => {
    const rank = RANKS[kind] ?? 0;
    return changes || rank === 3 ? rank : 0;
  };
  return [0, 1, 2, 3]
    .map((rank) => intents.filter((intent) => rankOf(intent) === rank))
    .filter((group) => group.length > 0);
}

function runTogether(
  intents: readonly Intent[],
  world: World,
  steps: Step[],
): { calls: Call[]; outcomes: Outcome[] } {
  const outcomes: (Outcome | null)[] = intents.map(() => null);
  const waiting: { task: Task; place: number; calls: Call[] }[] = [];
  const settle = (task: Task, place: number, answers: ToolAnswer[] | null): void => {
    const next = answers === null ? task.next() : task.next(answers);
    if (next.done === true) outcomes[place] = next.value;
    else waiting.push({ task, place, calls: next.value });
  };
  intents.forEach((intent, place) => {
    settle(startTask(intent, world), place, null);
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
    if (open.length > 0)
      return { calls: open, outcomes: outcomes.filter((outcome) => outcome !== null) };
    for (const { task, place, calls } of current) {
      const answers = taken.splice(0, calls.length).filter((answer) => answer !== null);
      for (const answer of answers) learn(world.memory, answer);
      settle(task, place, answers);
    }
  }
  return { calls: [], outcomes: outcomes.filter((outcome) => outcome !== null) };
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

type Start<Kind extends Intent['kind']> = (world: World, intent: Intent & { kind: Kind }) => Task;

const TASKS: { [Kind in Intent['kind']]?: Start<Kind> } = {
  search: searchTask,
  show: showTask,
  about: aboutTask,
  add: addTask,
  more: moreTask,
  change: changeTask,
  empty_cart: emptyCartTask,
  cart: cartTask,
  coupon: couponTask,
  go: goTask,
  contact: contactTask,
  choose: chooseTask,
  tool: otherTask,
};

function startTask(intent: Intent, world: World): Task {
  // The table's key is the intent's own kind, which the compiler can't follow through an index.
  const start = TASKS[intent.kind] as Start<Intent['kind']> | undefined;
  return start === undefined ? done(answerAtOnce(intent, world)) : start(world, intent as never);
}

// biome-ignore lint/correctness/useYield: a task that needs no tool is still a task
function* done(outcome: Outcome): Task {
  return outcome;
}

function answerAtOnce(intent: Intent, world: World): Outcome {
  switch (intent.kind) {
    case 'question':
    case 'bare':
      return {
        say: '',
        answer: {
          question: intent.text,
          otherwise:
            "I couldn't find anything about that in what this site tells me, and I'd rather not guess. (I know this shop and little else; a language model in my place would know more.)",
        },
      };
    case 'order':
      return aboutOrder(intent.text, world);
    case 'talk':
      return talk(world, intent.about);
    case 'language':
      return speakEnglish(intent.language);
    case 'stop':
      return stopTalk(world);
    case 'no':
      return { say: 'No problem. Tell me if you need anything else.' };
    case 'yes':
      return { say: 'Gladly, but to what? Tell me what you would like me to do.' };
    default:
      return {
        say: "I'm sorry, I didn't understand that. Could you put it in other words? Ask “what can you do?” for ideas.",
      };
  }
}

/** Only the shop's staff or a tool of the page can see an order. The site's documents may say how to change one. */
function aboutOrder(text: string, world: World): Outcome {
  const canWrite = world.toolbox.find('contact') !== null || world.toolbox.find('go') !== null;
  const fact = "I can't see or change orders that were placed; the people of the shop can.";
  const say = canWrite ? `${fact} Shall I help you write to them?` : fact;
  const isPolicy = /\b(?:cancel|change)\b/i.test(text);
  return {
    ...(isPolicy
      ? { say: '', answer: { question: text, otherwise: say, isStrict: true } }
      : { say }),
    ...(canWrite
      ? { pending: { kind: 'offer', intent: { kind: 'contact', topic: 'order' } } }
      : {}),
  };
}

/** Replays the conversation up to the latest exchange, and returns what is known by then. */
export function remember(exchanges: readonly Exchange[], tools: readonly ToolDefinition[]): Memory {
  let memory = createMemory();
  for (const exchange of exchanges) {
    const copy: Memory = { ...memory, products: new Map(memory.products) };
    const { calls, outcomes } = advance(exchange, copy, tools, (wordings) => wordings[0] ?? '');
    memory =
      calls.length > 0 || !exchange.isBegun
        ? settleUnfinished(copy, exchange)
        : settleFinished(copy, outcomes);
  }
  return memory;
}

/** The exchange was interrupted: keep what was learnt, drop the question that it asked. */
function settleUnfinished(memory: Memory, exchange: Exchange): Memory {
  for (const step of exchange.steps) learn(memory, step.answer);
  return { ...memory, pending: null };
}

function settleFinished(memory: Memory, outcomes: readonly Outcome[]): Memory {
  const next: Memory = { ...memory, pending: null };
  for (const outcome of outcomes) {
    if (outcome.pending !== undefined) next.pending = outcome.pending;
    if (outcome.focus !== undefined) next.focus = outcome.focus;
    if (outcome.lastAdd !== undefined) {
      next.lastAdd = outcome.lastAdd;
      next.aspect = null;
    }
    if (outcome.listed !== undefined) next.listed = outcome.listed;
    if (outcome.cart !== undefined) next.cart = outcome.cart;
    if (outcome.aspect !== undefined) next.aspect = outcome.aspect;
  }
  return next;
}
