// The mark by which a chat on its developer's own machine fetches its engine as soon as a page loads, so that what is wrong with its
// options or its tools is told before anybody opens it. The launcher, which is counted byte by byte, knows nothing of this: it sees a
// mark as an earlier page leaves one that has something unfinished.

const OWN = /(?:^|\.)localhost$|^127\.|^\[::1\]$/;

/** @param host without a port */
export const isOwnMachine = (host: string): boolean => OWN.test(host);

/** The next page of this widget fetches its engine at once. The value is another than that of what is unfinished. */
export function markOwnMachine(namespace: string): void {
  try {
    localStorage[`bellhop:${namespace}`] ||= 'own machine';
  } catch {
    // Storage is refused: it is told later, when the chat is opened.
  }
}
