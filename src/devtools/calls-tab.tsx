// The calls of this conversation, and those of the panel: newest first, one of them unfolded.

import { useRef } from 'preact/hooks';
import { CallDetails, State } from './call-view.tsx';
import { callsOf, follow, type Steps } from './calls.ts';
import type { Trials } from './trial.ts';
import type { CallRecord, DevtoolsPorts } from './types.ts';
import { useSource } from './use-source.ts';

export function CallsTab(props: {
  ports: DevtoolsPorts;
  trials: Trials;
  steps: { current: Steps };
  onAgain: (call: CallRecord) => void;
}) {
  const { ports, trials, steps, onAgain } = props;
  const session = useSource(ports.session);
  const live = useSource(ports.live);
  const own = useSource(trials.calls);
  const tools = useSource(ports.tools);
  const calls = [...own, ...callsOf(session, live, steps.current)];
  if (calls.length === 0) {
    return (
      <p class="empty">
        No tool has been called yet. Ask the chat for something that needs one, or run a tool here.
      </p>
    );
  }
  return (
    <ol class="list">
      {calls.map((call) => (
        <li key={call.id}>
          <details>
            <summary>
              <code>{call.name}</code>
              <State state={call.state} />
              {call.by === 'you' && <span class="tag">by you</span>}
              {call.durationMs !== null && <span class="time">{call.durationMs} ms</span>}
            </summary>
            <CallDetails call={call} ports={ports} />
            {tools.some(({ name }) => name === call.name) && (
              <p class="row">
                <button type="button" onClick={() => onAgain(call)}>
                  Run again with this input
                </button>
              </p>
            )}
          </details>
        </li>
      ))}
    </ol>
  );
}

/** Notes when the calls of the conversation change, from when the panel came. */
export function useSteps(ports: DevtoolsPorts): { current: Steps } {
  const steps = useRef<Steps>(new Map());
  const live = useSource(ports.live);
  steps.current = follow(steps.current, live, ports.clock.now());
  return steps;
}
