// What changes, as it happens: reads the desk's stream, opens it anew whenever it ends, and asks for everything to be read
// again after each gap. Where no stream comes through, everything is read again now and then.

import { createSseParser } from '../../src/client/index.ts';
import type { Api } from './api.ts';

export interface Live {
  /** False while no stream is open. */
  close(): void;
}

export interface LiveParts {
  api: Pick<Api, 'open'>;
  /** Something happened in these conversations; null: perhaps in any. */
  onChange: (sessionIds: readonly string[] | null) => void;
  /** Who reads or answers now: the list that the frame has. */
  onPresence: (people: readonly unknown[]) => void;
  onState: (isLive: boolean) => void;
  after: (ms: number, work: () => void) => () => void;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;

export function openLive({ api, onChange, onPresence, onState, after }: LiveParts): Live {
  const closing = new AbortController();
  let pauseMs = FIRST_PAUSE_MS;
  let cancelPause = () => {};
  run();
  return {
    close() {
      closing.abort();
      cancelPause();
    },
  };

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const response = await api.open('/admin/desk/stream', closing.signal);
        onState(true);
        // What happened before it was open.
        onChange(null);
        pauseMs = FIRST_PAUSE_MS;
        await read(response);
      } catch {
        // No stream, or it broke: both are told below.
      }
      if (closing.signal.aborted) return;
      onState(false);
      onPresence([]);
      onChange(null);
      await new Promise<void>((resolve) => {
        cancelPause = after(pauseMs, resolve);
      });
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
    }
  }

  async function read(response: Response): Promise<void> {
    const parser = createSseParser({
      onEvent({ event, data }) {
        if (event === 'presence') {
          const { people } = JSON.parse(data) as { people?: unknown };
          if (Array.isArray(people)) onPresence(people);
        }
        if (event !== 'changed') return;
        const ids = (JSON.parse(data) as { session_ids?: unknown }).session_ids;
        if (Array.isArray(ids)) onChange(ids.filter((id) => typeof id === 'string'));
      },
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) return;
      parser.feed(next.value);
    }
  }
}
