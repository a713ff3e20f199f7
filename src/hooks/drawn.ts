// The calls of a tool that a component draws in the thread, as they stand now.

import type { RenderedCall } from '../tools/types.ts';

// biome-ignore lint/suspicious/noExplicitAny: of whichever schema
type Call = RenderedCall<any>;

/** @param changed is called with all calls that are drawn now, a new list each time. @returns the tool's `render` */
export function createDrawn(changed: (calls: readonly Call[]) => void): (call: Call) => void {
  let calls: readonly Call[] = [];
  return (call) => {
    const others = () => calls.filter(({ root }) => root !== call.root);
    const isNew = !calls.some(({ root }) => root === call.root);
    calls = isNew ? [...calls, call] : calls.map((one) => (one.root === call.root ? call : one));
    changed(calls);
    if (!isNew) return;
    call.signal.addEventListener(
      'abort',
      () => {
        calls = others();
        changed(calls);
      },
      { once: true },
    );
  };
}
