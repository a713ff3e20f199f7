// Requests to a gateway that is still starting: they wait for it, so that nobody who opens the shop's chat first sees an error.

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Waiting {
  fetch: Fetch;
  sleep: (ms: number) => Promise<void>;
  /** Told once each time that the gateway is found away. */
  onAway: () => void;
}

/** Less than the 20 s for which the widget waits for the shop. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 500;

/**
 * Asks again where nobody listens, or where the gateway says that it is starting: in both cases it has done nothing yet.
 * After 15 s the reply or the error is passed on.
 */
export function waitForGateway({ fetch, sleep, onAway }: Waiting): Fetch {
  let isAway = false;
  return async (url, init) => {
    for (let waited = 0; ; waited += PAUSE_MS) {
      const outcome = await fetch(url, init).catch((error: unknown) => ({ error }));
      const isThere = outcome instanceof Response ? outcome.status !== 503 : !isRefused(outcome);
      if (isThere) isAway = false;
      if (isThere || waited >= PATIENCE_MS) {
        if (outcome instanceof Response) return outcome;
        throw outcome.error;
      }
      if (!isAway) onAway();
      isAway = true;
      await sleep(PAUSE_MS);
    }
  };
}

/** Nothing was sent. Node's fetch has the system's error as its cause. */
function isRefused({ error }: { error: unknown }): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED';
}
