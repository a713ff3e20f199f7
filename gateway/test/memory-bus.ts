// A bus between gateways of one test, which the test can cut and mend.

import { createVirtualClock } from '../../test/doubles/virtual-clock.ts';
import type { Clock } from '../kernel/clock.ts';
import { createIds } from '../kernel/ids.ts';
import { createBus } from '../log/bus/bus.ts';
import type { Bus, TransportListener } from '../log/bus/types.ts';

export interface Broker {
  /** One for each gateway. */
  bus(): Bus;
  /** Nothing comes through, and everybody knows. */
  cut(): void;
  mend(): void;
  /** Nothing comes through, and nobody knows. */
  swallow(isOn: boolean): void;
}

/** @param clock of its buses; without one they never ask whether they still hear themselves. */
export function createBroker(clock: Clock = createVirtualClock()): Broker {
  const listeners = new Set<TransportListener>();
  let isCut = false;
  let isSwallowing = false;
  return {
    bus() {
      let mine: TransportListener | null = null;
      return createBus(
        {
          maxBytes: 7900,
          deafAdvice: 'Mend the broker.',
          open(listener) {
            mine = listener;
            listeners.add(listener);
            listener.onUp();
          },
          async send(texts) {
            if (isCut) throw new Error('The bus is cut.');
            if (isSwallowing) return;
            for (const text of texts) for (const each of listeners) each.onText(text);
          },
          renew() {
            if (!isCut) mine?.onUp();
          },
          async close() {
            if (mine !== null) listeners.delete(mine);
          },
        },
        createIds(),
        clock,
      );
    },
    cut() {
      isCut = true;
      for (const each of listeners) each.onDown();
    },
    mend() {
      isCut = false;
      for (const each of listeners) each.onUp();
    },
    swallow(isOn) {
      isSwallowing = isOn;
    },
  };
}
