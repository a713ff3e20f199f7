// What only a browser can do says so on a server, and what to do instead.

/** @throws Error where there is no window, as on a server that draws pages */
export function needsPage(name: string): void {
  if ('window' in globalThis) return;
  throw new Error(`${name} needs a window: call it in useEffect or onMounted.`);
}
