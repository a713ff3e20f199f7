// The socket below a stream. A stream that is only closed leaves what waits in it, and the socket, to a reader that may never
// come for them; this one can be cut.

import type { ServerBindings } from '../../kernel/http/client-address.ts';

export interface Connection {
  /** Cuts it at once, with everything that waits in it. */
  destroy(): void;
  /** Calls back once, when it is closed: right away where it is closed already. */
  onClose(callback: () => void): void;
}

/** Null where the request came over no socket, as in a program that calls the gateway's `fetch` by itself. */
export function connectionOf(server: ServerBindings | undefined): Connection | null {
  const outgoing = server?.outgoing;
  if (outgoing === undefined) return null;
  return {
    destroy: () => {
      outgoing.destroy();
    },
    onClose(callback) {
      if (outgoing.destroyed || outgoing.writableFinished) callback();
      else outgoing.once('close', callback);
    },
  };
}
