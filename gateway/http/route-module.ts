// The shape of a file in routes/: it adds its addresses to the app.

import type { Hono } from 'hono';
import type { GatewayContext } from '../context.ts';
import type { ServerBindings } from './client-address.ts';

export interface AppEnv {
  /** Undefined where no server stands in front, as in tests. */
  Bindings: ServerBindings | undefined;
  Variables: { requestId: string };
}

export type RouteModule = (app: Hono<AppEnv>, context: GatewayContext) => void;
