// What is set up wrongly, for the site's owner: one console line for each cause, however often it is met. The
// visitor reads other words. Knows no token, and is told none.

import type { GatewayError } from '../gateway/index.ts';

export interface FailureTeller {
  /** No session could be had. `source`: the option that says where sessions come from. */
  session(error: GatewayError, source: string): void;
  /** A request of list or send failed: `GET https://…`. */
  gateway(error: GatewayError, request: string): void;
  /** The gateway has answered as one. */
  answered(): void;
}

const MAX_LINES = 20;

export function createFailureTeller(
  warn: (line: string) => void,
  isOnline: () => boolean,
): FailureTeller {
  const told = new Set<string>();
  let hasAnswered = false;

  /** One cause may be told in other words each time: an error page with a time or a number in it. */
  function tell(line: string): void {
    const cause = line.replace(/".*"/g, '');
    if (told.has(cause) || told.size >= MAX_LINES) return;
    told.add(cause);
    warn(line);
  }

  return {
    session(error, source) {
      if (error.code === 'aborted' || error.code === 'not_found' || !isOnline()) return;
      tell(`No session: ${error.message} Check ${source}.`);
    },
    gateway(error, request) {
      const isSilence = error.code === 'network' || error.code === 'timeout';
      // Behind a gateway that has answered, a lost request is everyday life.
      if (isSilence ? hasAnswered || !isOnline() : error.code !== 'bad_response') return;
      tell(`The gateway can’t be used: ${request}: ${error.message} Check data-gateway.`);
    },
    answered() {
      hasAnswered = true;
    },
  };
}
