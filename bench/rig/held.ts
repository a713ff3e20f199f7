// What a page holds: its scripts' heap, its nodes and listeners as the browser counts them, and what scripts have begun
// and not ended, which `installCounters` counts in the page.

import type { CDPSession, Page } from 'playwright-core';
import { heapOf, valuesOf } from '../peers/heap.ts';

export interface Held {
  heapMb: number;
  /** Of the heap, without code that the engine compiles of what runs often. */
  valuesMb: number;
  nodes: number;
  listeners: number;
  /** By its kind, how many there are now. */
  open: Record<string, number>;
}

declare global {
  interface Window {
    held(): Record<string, number>;
  }
}

export async function heldBy(page: Page, cdp: CDPSession): Promise<Held> {
  const heapMb = await heapOf(cdp);
  const valuesMb = await valuesOf(cdp);
  const { nodes, jsEventListeners: listeners } = await cdp.send('Memory.getDOMCounters');
  return { heapMb, valuesMb, nodes, listeners, open: await page.evaluate(() => window.held()) };
}

/** Runs in the page before its own scripts. Timers count until they have run, listeners those of window and document. */
export function installCounters(): void {
  const open: Record<string, number> = {};
  const add = (kind: string, count: number): void => {
    open[kind] = (open[kind] ?? 0) + count;
  };

  const databases = new WeakSet<IDBDatabase>();
  const nativeOpen = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...how) {
    const request = nativeOpen.apply(this, how);
    request.addEventListener('success', () => {
      if (databases.has(request.result)) return;
      databases.add(request.result);
      add('databases', 1);
    });
    return request;
  };
  const nativeClose = IDBDatabase.prototype.close;
  IDBDatabase.prototype.close = function () {
    if (databases.delete(this)) add('databases', -1);
    nativeClose.call(this);
  };

  const channels = new WeakSet<BroadcastChannel>();
  const NativeChannel = window.BroadcastChannel;
  window.BroadcastChannel = class extends NativeChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
      add('channels', 1);
    }
    override close(): void {
      if (channels.delete(this)) add('channels', -1);
      super.close();
    }
  };

  const timers = new Set<number>();
  const nativeTimeout = window.setTimeout.bind(window);
  const nativeInterval = window.setInterval.bind(window);
  const begin = (id: number): number => {
    timers.add(id);
    return id;
  };
  const timeout = (run: TimerHandler, ms?: number, ...rest: unknown[]): number => {
    const id: number = nativeTimeout(
      (...given: unknown[]) => {
        timers.delete(id);
        if (typeof run === 'function') run(...given);
      },
      ms,
      ...rest,
    );
    return begin(id);
  };
  const end =
    (native: (id?: number) => void) =>
    (id?: number): void => {
      if (id !== undefined) timers.delete(id);
      native(id);
    };
  Object.assign(window, {
    setTimeout: timeout,
    setInterval: (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      begin(nativeInterval(run, ms, ...rest)),
    clearTimeout: end(window.clearTimeout.bind(window)),
    clearInterval: end(window.clearInterval.bind(window)),
  });

  for (const name of ['ResizeObserver', 'IntersectionObserver', 'MutationObserver'] as const) {
    const native = window[name].prototype as unknown as { observe(): void; disconnect(): void };
    const active = new WeakSet<object>();
    const { observe, disconnect } = native;
    native.observe = function (...how: []) {
      if (!active.has(this)) add(name, 1);
      active.add(this);
      observe.apply(this, how);
    };
    native.disconnect = function () {
      if (active.delete(this)) add(name, -1);
      disconnect.call(this);
    };
  }

  const heard = new Map<EventTarget, Set<string>>();
  const ids = new WeakMap<object, number>();
  let last = 0;
  const keyOf = (type: string, listener: object, how: unknown): string => {
    if (!ids.has(listener)) ids.set(listener, ++last);
    const isCapturing = typeof how === 'object' ? (how as { capture?: boolean })?.capture : how;
    return `${type} ${ids.get(listener)} ${isCapturing === true}`;
  };
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  const targetOf = (it: EventTarget | undefined): EventTarget => it ?? window;
  const isCounted = (it: EventTarget): boolean => it === window || it === document;
  EventTarget.prototype.addEventListener = function (type, listener, how) {
    const target = targetOf(this);
    if (listener && isCounted(target)) {
      const known = heard.get(target) ?? new Set();
      heard.set(target, known.add(keyOf(type, listener, how)));
      const { signal, once } = (typeof how === 'object' ? how : {}) as AddEventListenerOptions;
      const forget = () => known.delete(keyOf(type, listener, how));
      signal?.addEventListener('abort', forget);
      if (once) addEventListener.call(target, type, forget, { once: true });
    }
    addEventListener.call(target, type, listener, how);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, how) {
    const target = targetOf(this);
    if (listener) heard.get(target)?.delete(keyOf(type, listener, how));
    removeEventListener.call(target, type, listener, how);
  };

  window.held = () => ({
    ...open,
    timers: timers.size,
    window: heard.get(window)?.size ?? 0,
    document: heard.get(document)?.size ?? 0,
  });
}
