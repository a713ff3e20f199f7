// A gateway of one site, for the pages of the desk: it keeps what is sent, and remembers the calls.

import type { PublicSiteState, SiteState } from '../../gateway/desk-types.ts';

export const CLIENT_ID = 'client_1';
const NOW = '2026-11-27T12:00:00.000Z';

const SITE: SiteState = {
  site_id: 'site_1',
  client_id: CLIENT_ID,
  project_id: 'default',
  name: 'Lamps',
  status: 'active',
  kb_collection_id: null,
  plugin_status: null,
  site_info: null,
  abilities: [],
  abilities_sync_status: 'never_synced',
  last_heartbeat_at: null,
  agent: null,
  public_id: 'site_pk_1',
  allowed_origins: null,
  most_used_percent: null,
};

const STATE: PublicSiteState = {
  client_id: CLIENT_ID,
  public_id: 'site_pk_1',
  is_open: true,
  allowed_origins: null,
  refused_origins: [],
  has_user_secret: false,
  user_keys_url: null,
  takes_guests_along: false,
  has_page: false,
  may_be_framed: false,
  settings: {},
  hours: null,
  keeps_devices: false,
  asks_rating: false,
  tag: null,
  is_tag_old: false,
  caps: { sessions: 1000, messages: null, credits_nano: 20_000_000_000 },
  today: { sessions: 12, messages: 30, credits_nano: 0 },
};

export interface SiteGateway {
  fetch: typeof fetch;
  state: PublicSiteState;
  /** "PATCH /admin/…" with the body, of all that changed something. */
  changes: { call: string; body: unknown }[];
}

export function createSiteGateway(given: Partial<PublicSiteState> = {}): SiteGateway {
  const gateway: SiteGateway = { fetch: answer, state: { ...STATE, ...given }, changes: [] };
  return gateway;

  async function answer(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const { method = 'GET', body } = init;
    const [path = ''] = String(input).split('?');
    if (path.endsWith('/stream')) return new Promise(() => {});
    const sent: Record<string, unknown> = typeof body === 'string' ? JSON.parse(body) : {};
    if (method !== 'GET') gateway.changes.push({ call: `${method} ${path}`, body: sent });
    const reply = replyTo(method, path, sent);
    return reply === undefined
      ? new Response(JSON.stringify({ error: { message: 'There is none.' } }), { status: 404 })
      : reply === null
        ? new Response(null, { status: 204 })
        : new Response(JSON.stringify(reply));
  }

  function replyTo(method: string, path: string, sent: Record<string, unknown>): unknown {
    const { state } = gateway;
    const own = `/admin/sites/${CLIENT_ID}`;
    switch (`${method} ${path}`) {
      case 'GET /admin/desk/me':
        return { person_id: null, name: 'Owner', role: 'owner', picture: null };
      case 'GET /admin/sites':
        return { data: [SITE], next_page: null };
      case 'GET /admin/agents':
        return { data: [], built_in: [{ name: 'concierge' }], next_page: null };
      case 'GET /admin/keys':
      case 'GET /admin/collections':
        return { data: [], next_page: null };
      case 'GET /admin/conversations':
        return {
          data: [],
          next_page: null,
          counts: {
            unread: 0,
            waiting: 0,
            waiting_us: 0,
            waiting_visitor: 0,
            open: 0,
            snoozed: 0,
            mine: 0,
          },
        };
      case `GET ${own}/public`:
        return state;
      case `PATCH ${own}/public`: {
        const { caps, is_tag_copied: isCopied, ...more } = sent;
        Object.assign(state, more, isCopied === true ? { tag: {}, is_tag_old: false } : {});
        Object.assign(state.caps, caps);
        return state;
      }
      case `PATCH ${own}`: {
        const origins = sent.allowed_origins as string[] | null;
        state.allowed_origins = origins;
        state.refused_origins = state.refused_origins.filter(
          ({ origin }) => origins?.includes(origin) !== true,
        );
        return { ...SITE, allowed_origins: origins };
      }
      case `POST ${own}/public-id`:
        state.public_id = 'site_pk_2';
        return { public_id: state.public_id };
      case `POST ${own}/user-secret`:
        state.has_user_secret = true;
        return { user_secret: 'user_secret_once' };
      case `DELETE ${own}/user-secret`:
        state.has_user_secret = false;
        return null;
      default:
        return undefined;
    }
  }
}

export const refused = (origin: string, refusals: number) => ({ origin, refusals, last_at: NOW });
