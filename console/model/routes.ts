// Which page an address means, and back. Pure.

export type Page = 'inbox' | 'agents' | 'numbers' | 'privacy' | 'team';

export type Route = { page: 'inbox'; sessionId: string | null } | { page: Exclude<Page, 'inbox'> };

const BASE = '/console';
const PAGES: readonly Exclude<Page, 'inbox'>[] = ['agents', 'numbers', 'privacy', 'team'];

/** An address that means nothing is the inbox. */
export function readRoute(path: string): Route {
  const [first = '', second = ''] = path.replace(/^\/console\/?/, '').split('/');
  const page = PAGES.find((name) => name === first);
  if (page !== undefined) return { page };
  const isSession = first === 'conversations' && /^[\w.:-]{1,200}$/.test(second);
  return { page: 'inbox', sessionId: isSession ? second : null };
}

export function writeRoute(route: Route): string {
  if (route.page !== 'inbox') return `${BASE}/${route.page}`;
  return route.sessionId === null ? BASE : `${BASE}/conversations/${route.sessionId}`;
}
