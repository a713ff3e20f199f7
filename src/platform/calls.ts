// The calls of a storage whose place the page's memory takes where the browser refuses it. Knows neither of them.

import type { Calls } from './types.ts';

type Call = (...given: unknown[]) => unknown;

/** Each call as it is made where the browser stores; `Place` is what it is made with. */
export type CallsIn<Place> = {
  readonly [Name in keyof Calls]: (
    place: Place,
    ...given: Parameters<Calls[Name]>
  ) => Awaited<ReturnType<Calls[Name]>> | ReturnType<Calls[Name]>;
};

/** @param run makes a call in its place, or in memory. */
export function callsBy<Place>(
  run: (
    inPlace: (place: Place) => unknown,
    inMemory: (memory: Calls) => unknown,
  ) => Promise<unknown>,
  own: CallsIn<Place>,
): Calls {
  const calls: Record<string, Call> = {};
  for (const name of Object.keys(own) as (keyof Calls)[]) {
    calls[name] = (...given) =>
      run(
        (place) => (own[name] as Call)(place, ...given),
        (memory) => (memory[name] as Call)(...given),
      );
  }
  return calls as unknown as Calls;
}
