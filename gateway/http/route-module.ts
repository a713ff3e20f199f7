// The shape of a file in routes/: it adds its addresses to the app.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { GatewayContext } from '../context.ts';
import type { RequestTrace } from '../observability/watch-requests.ts';
import type { ServerBindings } from './client-address.ts';

export interface AppEnv {
  /** Undefined where no server stands in front, as in tests. */
  Bindings: ServerBindings | undefined;
  Variables: {
    requestId: string;
    /** Where the request stands in a trace. */
    trace: RequestTrace;
    /** Who was let in to the operator's calls: 'admin', or a site's client_id. */
    actor?: string;
  };
}

export type RouteModule = (app: OpenAPIHono<AppEnv>, context: GatewayContext) => void;
