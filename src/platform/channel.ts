// Messages between the tabs of one origin, through BroadcastChannel.

import type { Channel } from './types.ts';

/**
 * Whether there is one here. In a frame of another site the browser may refuse it together with storage, by an error
 * that only the constructor throws.
 */
export function canBroadcast(): boolean {
  try {
    new BroadcastChannel('').close();
    return true;
  } catch {
    return false;
  }
}

export function createBroadcast(name: string): Channel {
  const channel = new BroadcastChannel(name);
  const listeners = new Set<(message: unknown) => void>();
  let isClosed = false;
  channel.onmessage = ({ data }) => {
    for (const listener of [...listeners]) listener(data);
  };
  return {
    post(message) {
      // A part that is closing may still post: drop it, since a closed BroadcastChannel throws.
      if (!isClosed) channel.postMessage(message);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      isClosed = true;
      listeners.clear();
      channel.close();
    },
  };
}
