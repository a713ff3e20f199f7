// What crosses the wire and what the page is told, as it comes: newest first, with a filter.

import { useEffect, useId, useState } from 'preact/hooks';
import { writeJson } from '../dom/json.ts';
import { CopyButton, Json } from './json.tsx';
import type { DevtoolsPorts } from './types.ts';
import { useSource } from './use-source.ts';

export interface PageEvent {
  key: string;
  at: number;
  name: string;
  detail: unknown;
}

const KINDS = ['event', 'request', 'warning', 'page'] as const;
type Kind = (typeof KINDS)[number];
const KIND_WORDS: Readonly<Record<Kind, string>> = {
  event: 'log',
  request: 'requests',
  warning: 'warnings',
  page: 'page events',
};
const MAX_PAGE_EVENTS = 300;
const SHOWN = 200;

interface Line {
  key: string;
  at: number;
  kind: Kind;
  title: string;
  note: string;
  raw: unknown;
}

export function usePageEvents(ports: DevtoolsPorts): readonly PageEvent[] {
  const [events, setEvents] = useState<readonly PageEvent[]>([]);
  useEffect(() => {
    let count = 0;
    return ports.onPageEvent((name, detail) => {
      const event = { key: `page ${++count}`, at: ports.clock.now(), name, detail };
      setEvents((all) => [...all.slice(-MAX_PAGE_EVENTS + 1), event]);
    });
  }, [ports]);
  return events;
}

export function EventsTab(props: { ports: DevtoolsPorts; pageEvents: readonly PageEvent[] }) {
  const { ports, pageEvents } = props;
  const debug = useSource(ports.debug);
  const [words, setWords] = useState('');
  const [hidden, setHidden] = useState<readonly Kind[]>([]);
  const id = useId();
  const lines: Line[] = [
    ...debug.map(({ key, at, kind, title, latencyMs, raw }) => ({
      key,
      at,
      kind,
      title,
      note: latencyMs === null ? '' : `${latencyMs} ms`,
      raw,
    })),
    ...pageEvents.map(({ key, at, name, detail }) => ({
      key,
      at,
      kind: 'page' as const,
      title: `bellhop:${name}`,
      note: '',
      raw: detail,
    })),
  ].sort((a, b) => b.at - a.at);
  const wanted = words.trim().toLowerCase();
  const shown = lines.filter(
    ({ kind, title, raw }) =>
      !hidden.includes(kind) &&
      (wanted === '' || `${title} ${writeJson(raw) ?? ''}`.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <div class="field">
        <label for={id}>Find in the events</label>
        <input
          id={id}
          type="search"
          value={words}
          autocomplete="off"
          onInput={({ currentTarget }) => setWords(currentTarget.value)}
        />
      </div>
      <fieldset class="row">
        <legend class="hidden">Kinds of events</legend>
        {KINDS.map((kind) => (
          <label key={kind} class="check">
            <input
              type="checkbox"
              checked={!hidden.includes(kind)}
              onChange={({ currentTarget }) =>
                setHidden(
                  currentTarget.checked ? hidden.filter((one) => one !== kind) : [...hidden, kind],
                )
              }
            />{' '}
            {KIND_WORDS[kind]}
          </label>
        ))}
        <CopyButton
          label="Copy them"
          text={() => writeJson(shown, 2)}
          copy={ports.copy}
          after={ports.clock.after}
        />
      </fieldset>
      {shown.length === 0 ? (
        <p class="empty">
          {lines.length === 0 ? 'Nothing has happened yet.' : 'None is like that.'}
        </p>
      ) : (
        <ol class="list">
          {shown.slice(0, SHOWN).map((line) => (
            <li key={line.key}>
              <details>
                <summary>
                  <code>{line.title}</code>
                  {line.note !== '' && <span class="tag">{line.note}</span>}
                  <time class="time">{clockTime(line.at)}</time>
                </summary>
                {line.raw === null ? (
                  <p class="note">It has nothing more.</p>
                ) : (
                  <Json value={line.raw} label={line.title} />
                )}
              </details>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** "14:03:59.120", in the developer's zone. */
function clockTime(at: number): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
