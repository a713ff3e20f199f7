// The mark that an earlier page may have left. The launcher looks for it too, in fewer bytes (src/loader/chat.ts).

/** Whether an earlier page left something unfinished, which the engine then goes on with at once. */
export function isMarked(namespace: string): boolean {
  try {
    return localStorage[`bellhop:${namespace}`] === '1';
  } catch {
    return false;
  }
}
