// Tasks are replayed with the answers that were recorded to their calls, so that nothing but the history is kept.

import type { ToolDefinition } from '../../gateway/agent.ts';
import type { Step, ToolAnswer } from './history.ts';
import type { Call } from './toolbox.ts';
import type { Outcome, Task } from './world.ts';

/** More calls for one message than this mean that the assistant is going round in circles. */
const MOST_ROUNDS = 16;

/** What came of a task, or the calls that it waits for. */
export function replay(task: Task, steps: Step[]): Outcome | { calls: Call[] } {
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
