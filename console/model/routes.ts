// Which page an address means, and back. Pure.

export type Page = 'inbox' | 'agents' | 'sites' | 'numbers' | 'privacy' | 'team';
type Plain = Exclude<Page, 'inbox' | 'sites'>;

export type Route =
  | { page: 'inbox'; sessionId: string | null }
  /** Null: all of them. */
  | { page: 'sites'; clientId: string | null }
  | { page: Plain };

const BASE = '/console';
const PAGES: readonly Plain[] = ['agents', 'numbers', 'privacy', 'team'];

/** An address that means nothing is the inbox. */
export function readRoute(path: string): Route {
  const [first = '', second = ''] = path.replace(/^\/console\/?/, '').split('/');
  const page = PAGES.find((name) => name === first);
  if (page !== undefined) return { page };
  const id = /^[\w.:-]{1,200}$/.test(second) ? second : null;
  if (first === 'sites') return { page: 'sites', clientId: id };
  return { page: 'inbox', sessionId: first === 'conversations' ? id : null };
}

export function writeRoute(route: Route): string {
  switch (route.page) {
    case 'inbox':
      return route.sessionId === null ? BASE : `${BASE}/conversations/${route.sessionId}`;
    case 'sites':
      return route.clientId === null ? `${BASE}/sites` : `${BASE}/sites/${route.clientId}`;
    default:
      return `${BASE}/${route.page}`;
  }
}
