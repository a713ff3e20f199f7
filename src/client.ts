// The npm entry `./client`: the whole gateway interface, typed, for Node and browsers, with defaults for everything
// but the address and the token. The widget itself doesn't use this file.

import { createCredentials } from './client/credentials.ts';
import { createGatewayClient as createClient } from './client/gateway-client.ts';
import { createPatientClient } from './client/patient-client.ts';
import type { Credentials, GatewayClient, GatewayTrace, RepeatOptions } from './client/types.ts';
import { createBrowserClock } from './platform/clock.ts';
import type { Fetch } from './platform/globals.ts';
import { createBrowserRandom } from './platform/random.ts';

export type TokenSource =
  | {
      /** A bearer token: service token, API key or session token. */ token: string;
      getToken?: never;
    }
  | {
      /** Called for the first request, and after the gateway has refused a token; must return another one then. */
      getToken: () => string | Promise<string>;
      token?: never;
    };

export type ClientOptions = TokenSource &
  RepeatOptions & {
    /** The gateway's address, like `https://gateway.example`. */
    baseUrl: string;
    /** Default: the global one. */
    fetch?: Fetch;
    /** Called when something malformed has arrived and was dropped. */
    onWarning?: (reason: string) => void;
    /** Called after each request, without its token. */
    onTrace?: (trace: GatewayTrace) => void;
  };

/**
 * A client of one gateway. If `send` rejects with `outcome: 'unknown'` the gateway may have it. Events with an `intent_id` of yours
 * may be sent again where `hasIntents()` is true: the same name is stored once. `credits_nano` is a number, or above 2^53 all its
 * digits as a string: `toNanocredits` reads both.
 * @example
 * const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', token });
 * await gateway.send(sessionId, [{ type: 'user.message', content: [{ type: 'text', text: 'Hello' }] }]);
 * for await (const event of gateway.listAll(sessionId)) console.log(event.type);
 * @throws TypeError if the address or the token is missing. Calls reject with GatewayError.
 */
export function createGatewayClient(options: ClientOptions): GatewayClient {
  const { baseUrl, onWarning, onTrace, tries } = options;
  const clock = createBrowserClock();
  const random = createBrowserRandom();
  const client = createClient({
    baseUrl,
    credentials: credentialsOf(options),
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    clock,
    random,
    ...(onWarning === undefined ? {} : { onWarning }),
    ...(onTrace === undefined ? {} : { onTrace }),
  });
  return createPatientClient(client, { clock, random, tries, onWarning });
}

function credentialsOf({ token, getToken }: TokenSource): Credentials {
  if (getToken !== undefined) {
    return createCredentials({
      clock: createBrowserClock(),
      getTicket: async () => ({ token: await getToken() }),
    });
  }
  if (typeof token !== 'string' || token === '') {
    throw new TypeError('createGatewayClient needs a token, or getToken: () => token');
  }
  return {
    token: async () => token,
    // A fixed token has no replacement: return the same one, and the caller gets the gateway's 401.
    refresh: async () => token,
  };
}

export { GatewayError, type GatewayErrorDetails } from './client/gateway-error.ts';
export type { ScriptStep, SessionScript } from './client/script.ts';
export type * from './client/types.ts';
export type * from './protocol/index.ts';
export {
  EVENT_TYPES,
  formatCredits,
  parseEvent,
  RUN_ERROR_CODES,
  STOP_REASONS,
  TOOL_ERROR_CODES,
  toNanocredits,
} from './protocol/index.ts';
