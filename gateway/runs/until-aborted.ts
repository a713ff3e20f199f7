// Reads an agent's outputs, which must not outlast its run.

/** Ends by throwing the signal's reason when it is aborted, even where the agent doesn't listen to it. */
export async function* untilAborted<T>(
  items: AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  aborted.catch(() => {});
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    for (;;) {
      signal.throwIfAborted();
      const next = iterator.next();
      // If the abort wins the race below, nothing awaits `next` any more, and its failure would count as unhandled.
      next.catch(() => {});
      const { done, value } = await Promise.race([next, aborted]);
      if (done === true) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    // Not awaited: an agent that ignores its signal must not hold up the end of its run.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}
