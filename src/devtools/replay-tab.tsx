// A conversation that was exported, played again in a chat of its own: event by event, or in its own time. No tool runs and nothing is
// sent.

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { SessionEvent } from '../protocol/index.ts';
import type { SessionSnapshot } from '../session/types.ts';
import type { Source } from '../ui/types.ts';
import { Json } from './json.tsx';
import { type ReadExport, readExport, timeOf } from './read-export.ts';
import type { DevtoolsPorts, ReplayPorts } from './types.ts';

/** Nobody waits longer than this for the next event, however long the visitor took. */
const MAX_PAUSE_MS = 1500;
const MIN_PAUSE_MS = 120;

export function ReplayTab({ ports }: { ports: DevtoolsPorts }) {
  const [read, setRead] = useState<ReadExport | null>(null);
  const [problem, setProblem] = useState('');
  const id = useId();
  const take = (text: string): void => {
    try {
      setRead(readExport(text));
      setProblem('');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <p class="note">
        Plays a conversation again: an export of the desk (of one conversation), or what “Copy
        everything” of the owner’s view gives. It stays in this page.
      </p>
      <div class="field">
        <label for={id}>File, JSON</label>
        <input
          id={id}
          type="file"
          accept=".json,.jsonl,.txt,application/json"
          aria-describedby={problem ? `${id}-wrong` : undefined}
          onChange={async ({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) take(await file.text());
          }}
        />
      </div>
      <details>
        <summary>Paste it instead</summary>
        <div class="field">
          <label for={`${id}-text`}>The conversation, as JSON</label>
          <textarea
            id={`${id}-text`}
            class="code"
            rows={4}
            spellcheck={false}
            onChange={({ currentTarget }) => take(currentTarget.value)}
          />
        </div>
      </details>
      {problem && (
        <p id={`${id}-wrong`} class="wrong" role="alert">
          {problem}
        </p>
      )}
      {read && <Player key={read.events[0]?.id} read={read} ports={ports} />}
    </>
  );
}

function Player({ read, ports }: { read: ReadExport; ports: DevtoolsPorts }) {
  const { events, dropped } = read;
  const [count, setCount] = useState(events.length);
  const [isPlaying, setPlaying] = useState(false);
  const id = useId();
  const event = events[count - 1];
  useEffect(() => {
    if (!isPlaying) return undefined;
    const next = events[count];
    if (next === undefined) {
      setPlaying(false);
      return undefined;
    }
    return ports.clock.after(pauseBefore(event, next), () => setCount(count + 1));
  }, [isPlaying, count]);
  return (
    <section aria-label="Replay">
      <div class="row">
        <button
          type="button"
          class="strong"
          onClick={() => {
            if (!isPlaying && count === events.length) setCount(1);
            setPlaying(!isPlaying);
          }}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </button>
        <button type="button" disabled={count <= 1} onClick={() => setCount(count - 1)}>
          Back
        </button>
        <button type="button" disabled={count >= events.length} onClick={() => setCount(count + 1)}>
          Step
        </button>
      </div>
      <div class="field">
        <label for={id}>
          Event {count} of {events.length}: <code>{event?.type}</code>
        </label>
        <input
          id={id}
          type="range"
          min={1}
          max={events.length}
          value={count}
          onInput={({ currentTarget }) => {
            setPlaying(false);
            setCount(currentTarget.valueAsNumber);
          }}
        />
      </div>
      {dropped.length > 0 && <p class="hint">Left out: {dropped.join('; ')}.</p>}
      <Stage replay={ports.replay} events={events} count={count} />
      <details>
        <summary>This event</summary>
        <Json value={event} label="This event" />
      </details>
    </section>
  );
}

function pauseBefore(event: SessionEvent | undefined, next: SessionEvent): number {
  const [from, to] = [event && timeOf(event), timeOf(next)];
  const passed = from == null || to === null ? MIN_PAUSE_MS : to - from;
  return Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, passed));
}

/** The chat of the replay, as a visitor would see it after these events. */
function Stage(props: { replay: ReplayPorts; events: readonly SessionEvent[]; count: number }) {
  const { replay, events, count } = props;
  const place = useRef<HTMLDivElement>(null);
  const cell = useRef<Cell | null>(null);
  const snapshot = (): SessionSnapshot => replay.snapshotOf(events.slice(0, count));
  cell.current ??= createCell(snapshot());
  useEffect(() => {
    const host = place.current;
    const source = cell.current;
    return host && source ? replay.draw(host, source) : undefined;
  }, []);
  useEffect(() => cell.current?.set(snapshot()), [count, events]);
  return <div ref={place} class="stage" />;
}

type Cell = Source<SessionSnapshot> & { set(next: SessionSnapshot): void };

function createCell(first: SessionSnapshot): Cell {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
