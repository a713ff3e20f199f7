// The shape of a file in routes/: it adds its addresses to the app.

import type { Hono } from 'hono';
import type { GatewayContext } from '../context.ts';

export interface AppEnv {
  Variables: { requestId: string };
}

export type RouteModule = (app: Hono<AppEnv>, context: GatewayContext) => void;
