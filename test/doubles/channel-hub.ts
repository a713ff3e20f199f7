// BroadcastChannel between several tabs of one process: messages are cloned, arrive later and in order,
// and the sender doesn't hear itself.

import type { Channel, Clock } from '../../src/platform/types.ts';

export interface TabChannels {
  open(name: string): Channel;
  /** The page is gone: it neither posts nor hears. */
  kill(): void;
}

export interface ChannelHub {
  tab(): TabChannels;
  /** Messages posted so far, for assertions. */
  readonly log: { name: string; message: unknown }[];
  /** While true, messages are lost (what a frozen page misses). */
  isDeaf: boolean;
}

interface Port {
  name: string;
  listeners: Set<(message: unknown) => void>;
}

export interface ChannelHubOptions {
  /** With a clock messages take `delayMs` (default 1); without one they arrive in a microtask. */
  clock?: Clock;
  delayMs?: number;
}

export function createChannelHub(options: ChannelHubOptions = {}): ChannelHub {
  const { clock, delayMs = 1 } = options;
  const ports = new Set<Port>();
  const defer = (deliver: () => void) =>
    clock === undefined ? queueMicrotask(deliver) : clock.setTimeout(deliver, delayMs);

  const hub: ChannelHub = {
    log: [],
    isDeaf: false,
    tab() {
      const mine = new Set<Port>();
      let isDead = false;
      return {
        open(name) {
          const port: Port = { name, listeners: new Set() };
          ports.add(port);
          mine.add(port);
          let isClosed = false;
          return {
            post(message) {
              if (isDead) return;
              if (isClosed) throw new DOMException('Channel is closed', 'InvalidStateError');
              const copy = structuredClone(message);
              hub.log.push({ name, message: copy });
              if (hub.isDeaf) return;
              for (const other of ports) {
                if (other === port || other.name !== name) continue;
                defer(() => {
                  if (!ports.has(other)) return;
                  for (const listener of [...other.listeners]) listener(structuredClone(copy));
                });
              }
            },
            subscribe(listener) {
              port.listeners.add(listener);
              return () => port.listeners.delete(listener);
            },
            close() {
              isClosed = true;
              ports.delete(port);
              mine.delete(port);
            },
          };
        },
        kill() {
          isDead = true;
          for (const port of mine) ports.delete(port);
          mine.clear();
        },
      };
    },
  };
  return hub;
}
