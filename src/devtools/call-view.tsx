// One call of a tool: what it was given, how its run went, what the agent heard.

import { CopyButton, Json } from './json.tsx';
import type { CallRecord, DevtoolsPorts } from './types.ts';

/** Each state of a call, for a reader who doesn't know the code. */
const STATES: Readonly<Record<string, string>> = {
  looking: 'looking for its tool',
  elsewhere: 'begun in another browser',
  asking: 'asking the visitor',
  running: 'running',
  posting: 'on its way to the agent',
  unposted: 'not taken by the gateway',
  settled: 'told to the agent',
  discarded: 'not waited for any more',
  waiting: 'waited for',
  unanswered: 'never answered',
  done: 'done',
  failed: 'failed',
};

export const stateWords = (state: string): string => STATES[state] ?? state;

export const toneOf = (state: string): 'good' | 'bad' | 'live' | 'quiet' =>
  state === 'done' || state === 'settled'
    ? 'good'
    : state === 'failed' || state === 'unposted'
      ? 'bad'
      : state === 'discarded' || state === 'unanswered' || state === 'elsewhere'
        ? 'quiet'
        : 'live';

export function State({ state }: { state: string }) {
  return <span class={`state ${toneOf(state)}`}>{stateWords(state)}</span>;
}

export function CallDetails(props: {
  call: CallRecord;
  ports: DevtoolsPorts;
  /** What it was given stands beside it. */
  hasInput?: boolean;
}) {
  const { call, ports, hasInput = true } = props;
  const { heard, steps, durationMs } = call;
  const start = steps[0]?.at;
  return (
    <div class="call">
      {hasInput && (
        <>
          <h4>Input</h4>
          <Json value={call.input} label="Input" />
        </>
      )}
      <h4>{heard?.isError ? 'What the agent heard: a failure' : 'What the agent heard'}</h4>
      {heard === null ? (
        <p class="note">Nothing yet.</p>
      ) : (
        <>
          {heard.code !== null && (
            <p class="code-line">
              <code>{heard.code}</code>
            </p>
          )}
          {heard.content === null ? (
            <p class="note">Done, without anything to report.</p>
          ) : (
            <Json value={heard.content} label="What the agent heard" />
          )}
        </>
      )}
      {(steps.length > 0 || durationMs !== null) && (
        <>
          <h4>Timing</h4>
          <dl class="values">
            {durationMs !== null && <Fact name="Your function">{durationMs} ms</Fact>}
            {steps.map(({ state, at }, index) => (
              <Fact key={index} name={stateWords(state)}>
                +{at - (start ?? at)} ms
              </Fact>
            ))}
          </dl>
        </>
      )}
      <p class="row">
        <CopyButton
          label="Copy as JSON"
          text={() => JSON.stringify(call, null, 2)}
          copy={ports.copy}
          after={ports.clock.after}
        />
      </p>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
