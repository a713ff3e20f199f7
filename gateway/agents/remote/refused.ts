// A backend's server has answered with a status of failure. Clients of protocols wrap what their fetch throws, so it is looked for
// among an error's causes.

import type { ProviderCall } from '../types.ts';
import { codeOfStatus } from './remote-report.ts';

/** The status of a reply that is a failure. */
export class Refused extends Error {
  readonly status: number;
  readonly code: ProviderCall['outcome'];
  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
    this.code = codeOfStatus(status);
  }
}

/** The first error of that class among it and its causes, or null. */
export function causeIn<T extends Error>(
  error: unknown,
  of: abstract new (...args: never) => T,
): T | null {
  for (let one: unknown = error, depth = 0; one instanceof Error && depth < 8; depth += 1) {
    if (one instanceof of) return one;
    one = one.cause;
  }
  return null;
}
