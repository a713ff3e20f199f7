// A name that another one has replaced goes on working, and says so where a developer looks: in the console, on localhost.

const told = new Set<string>();

/** Once for each name. */
export function tellOldName(old: string, now: string): void {
  const { hostname } = globalThis.location ?? {};
  const isDeveloper = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  if (!isDeveloper || told.has(old)) return;
  told.add(old);
  console.warn(`[bellhop] ${old} has another name now: ${now}. The old one still works.`);
}
