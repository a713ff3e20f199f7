// Which page an address means, and back. Pure.

export type Page = 'inbox' | 'agents' | 'sites' | 'connect' | 'numbers' | 'privacy' | 'team';
type Plain = Exclude<Page, 'inbox' | 'sites' | 'agents' | 'team'>;

export type Route =
  | { page: 'inbox'; sessionId: string | null }
  /** Null: all of them. Without a part: the first. */
  | { page: 'sites'; clientId: string | null; part?: SitePart }
  /** An agent's id, or a page beside them. Null: all of them. */
  | { page: 'agents'; at: string | null }
  /** Without a part: the people, for those who may see them, else one's own account. */
  | { page: 'team'; part?: TeamPart }
  | { page: Plain };

/** The parts of a site's page. */
export const SITE_PARTS = ['tag', 'look', 'hours', 'limits', 'accounts', 'page', 'server'] as const;
export type SitePart = (typeof SITE_PARTS)[number];

/** The parts of the team's page. */
export const TEAM_PARTS = ['people', 'account', 'rules', 'audit', 'webhooks', 'keys'] as const;
export type TeamPart = (typeof TEAM_PARTS)[number];

/** Pages beside those of agents; no agent has such an id. */
export const COMPARE = 'compare';
export const KNOWLEDGE = 'knowledge';

const BASE = '/desk';
const PAGES: readonly Plain[] = ['connect', 'numbers', 'privacy'];

/** An address that means nothing is the inbox. */
export function readRoute(path: string): Route {
  const [first = '', second = '', third = ''] = path
    .replace(/^\/(?:desk|console)\/?/, '')
    .split('/');
  const page = PAGES.find((name) => name === first);
  if (page !== undefined) return { page };
  const id = /^[\w.:-]{1,200}$/.test(second) ? second : null;
  if (first === 'sites') {
    const part = SITE_PARTS.find((name) => name === third);
    return { page: 'sites', clientId: id, ...(id === null || part === undefined ? {} : { part }) };
  }
  if (first === 'team') {
    const part = TEAM_PARTS.find((name) => name === second);
    return { page: 'team', ...(part === undefined ? {} : { part }) };
  }
  if (first === 'agents') return { page: 'agents', at: id };
  return { page: 'inbox', sessionId: first === 'conversations' ? id : null };
}

export function writeRoute(route: Route): string {
  switch (route.page) {
    case 'inbox':
      return route.sessionId === null ? BASE : `${BASE}/conversations/${route.sessionId}`;
    case 'sites': {
      const { clientId, part } = route;
      if (clientId === null) return `${BASE}/sites`;
      const more = part === undefined || part === SITE_PARTS[0] ? '' : `/${part}`;
      return `${BASE}/sites/${clientId}${more}`;
    }
    case 'agents':
      return route.at === null ? `${BASE}/agents` : `${BASE}/agents/${route.at}`;
    case 'team':
      return route.part === undefined ? `${BASE}/team` : `${BASE}/team/${route.part}`;
    default:
      return `${BASE}/${route.page}`;
  }
}
