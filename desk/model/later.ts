// A part of the page that is fetched when it is wanted first, or before, while the browser has nothing else to do. It doesn't know
// what the part holds.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

export interface Later<Module> {
  /** Null until it has come. */
  readonly module: ReadonlySignal<Module | null>;
  /** The last time that it was asked for it didn't come: no network, or a gateway that was replaced and has other files now. */
  readonly hasFailed: ReadonlySignal<boolean>;
  /** Once it is there, or on its way, nothing is asked for again; after a failure the next call tries anew. Never throws. */
  load(): Promise<void>;
}

/** @param get imports it; may be called again after it has thrown */
export function createLater<Module>(get: () => Promise<Module>): Later<Module> {
  const module: Signal<Module | null> = signal(null);
  const hasFailed = signal(false);
  let coming: Promise<void> | null = null;
  return {
    module,
    hasFailed,
    load() {
      coming ??= get().then(
        (loaded) => {
          module.value = loaded;
          hasFailed.value = false;
        },
        () => {
          hasFailed.value = true;
          coming = null;
        },
      );
      return coming;
    },
  };
}
