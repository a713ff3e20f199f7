// The shape of a file in routes/: it adds its addresses to the app.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { GatewayContext } from '../../context.ts';
import type { DeskCaller } from '../../desk/desk-sessions.ts';
import type { ServerBindings } from './client-address.ts';
import type { RequestTrace } from './watch-requests.ts';

export interface AppEnv {
  /** Undefined where no server stands in front, as in tests. */
  Bindings: ServerBindings | undefined;
  Variables: {
    requestId: string;
    /** Where the request stands in a trace. */
    trace: RequestTrace;
    /** Who was let in to the operator's calls: 'admin', a site's client_id, or a person_id of the desk. */
    actor?: string;
    /** Whose desk session the request shows. */
    desk?: DeskCaller;
    /** The desk asks by itself, to keep what it shows up to date: the audit leaves it out. */
    isRefresh?: boolean;
  };
}

export type RouteModule = (app: OpenAPIHono<AppEnv>, context: GatewayContext) => void;
