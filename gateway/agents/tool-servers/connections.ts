// The connections of one turn: one to each server, made when it is first needed, and closed with the turn.

import type { ToolServer } from '../settings-schema.ts';
import type { ConnectionParts, ToolConnection } from './connection.ts';

/** One that a call goes on with when the turn has ended. */
export interface TakenConnection {
  connection: ToolConnection;
  /** It ends with this signal too, from now on. */
  follow(signal: AbortSignal): void;
  /** What is under way is cancelled. */
  end(why: string): void;
}

export interface Connections {
  to(server: ToolServer): Promise<ToolConnection>;
  /** Another call of that server's gets a connection of its own. */
  take(server: ToolServer): Promise<TakenConnection>;
  close(): void;
}

interface Made {
  connection: Promise<ToolConnection>;
  taken: Omit<TakenConnection, 'connection'>;
}

export function createConnections(
  parts: ConnectionParts,
  signal: AbortSignal,
  onListChanged: (server: ToolServer) => void,
): Connections {
  const made = new Map<ToolServer, Made>();
  const open = (server: ToolServer): Made => {
    const known = made.get(server) ?? connect(server);
    made.set(server, known);
    return known;
  };
  return {
    to: (server) => open(server).connection,
    async take(server) {
      const { connection, taken } = open(server);
      made.delete(server);
      return { connection: await connection, ...taken };
    },
    close() {
      for (const { connection } of made.values()) close(connection);
    },
  };

  function connect(server: ToolServer): Made {
    const controller = new AbortController();
    let followed: AbortSignal | null = null;
    const onAbort = () => controller.abort(followed?.reason);
    const follow = (next: AbortSignal) => {
      followed?.removeEventListener('abort', onAbort);
      followed = next;
      next.addEventListener('abort', onAbort);
      if (next.aborted) onAbort();
    };
    follow(signal);
    const connection = import('./connection.ts').then(({ connectTools }) =>
      connectTools(server, parts, controller.signal, () => onListChanged(server)),
    );
    const end = (why: string) => {
      followed?.removeEventListener('abort', onAbort);
      controller.abort(new Error(why));
      close(connection);
    };
    return { connection, taken: { follow, end } };
  }
}

function close(connection: Promise<ToolConnection>): void {
  connection.then((open) => open.close()).catch(() => {});
}
