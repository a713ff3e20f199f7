// Tells the site's owner what is set up wrongly: one console line for each cause, however often it occurs. The visitor
// reads other words. No token is ever handed to it.

import type { GatewayError } from '../client/index.ts';

export interface FailureTeller {
  /** No session could be got. @param source the option that says where sessions come from. */
  session(error: GatewayError, source: string): void;
  /** A list or a send failed. @param request like `GET https://…`. */
  gateway(error: GatewayError, request: string): void;
  /** A reply came in the gateway's own shape. */
  answered(): void;
}

const MAX_LINES = 20;

export function createFailureTeller(
  warn: (line: string) => void,
  isOnline: () => boolean,
): FailureTeller {
  const told = new Set<string>();
  let hasAnswered = false;

  /** Compares without the quoted words: for one cause they may differ each time, such as an error page with a time. */
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
      // Report silence only from a gateway that has never answered: later a lost request is ordinary.
      if (isSilence ? hasAnswered || !isOnline() : error.code !== 'bad_response') return;
      tell(`The gateway can’t be used: ${request}: ${error.message} Check data-gateway.`);
    },
    answered() {
      hasAnswered = true;
    },
  };
}
