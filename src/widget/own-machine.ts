// On its developer's own machine the chat's engine is fetched as soon as a page loads, so that what is wrong with its options or its
// tools is told before anybody opens the chat. The launcher, which is counted byte by byte, knows nothing of this: it sees a mark, as an
// earlier page leaves one that has something unfinished. A visitor's page never fetches this file.

const OWN = /(?:^|\.)localhost$|^127\.|^\[::1\]$/;
/** Another value than that of the mark itself: nothing is unfinished. */
const HERE = 'own machine';

/** @param host without a port */
export const isOwnMachine = (host: string): boolean => OWN.test(host);

/** The next page of this widget fetches its engine at once. */
export function markOwnMachine(namespace: string): void {
  try {
    localStorage[`bellhop:${namespace}`] ||= HERE;
  } catch {
    // Storage is refused: it is told later, when the chat is opened.
  }
}

let isWelcomed = false;

/** Once a chat is there: leaves that mark, and says how to see more. */
export function welcome(namespace: string): void {
  if (!isOwnMachine(location.hostname)) return;
  markOwnMachine(namespace);
  // Where the session takes its own mark away at the end of the page.
  addEventListener('pagehide', () => markOwnMachine(namespace));
  if (isWelcomed || /[?&]bellhop-debug/.test(location.search)) return;
  isWelcomed = true;
  console.info(
    '[bellhop] Add ?bellhop-debug to the address of this page to see its tools, calls and events.',
  );
}
