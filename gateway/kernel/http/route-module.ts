// The shape of a feature's routes: a function that adds its addresses to the app. It says which parts of the gateway it reaches;
// app.ts, which has all of them, hands them over. So no feature knows the whole.

import type { OpenAPIHono } from '@hono/zod-openapi';
import type { DeskCaller } from '../auth/desk-caller.ts';
import type { RequestTrace } from '../observability/trace.ts';
import type { ServerBindings } from './client-address.ts';

/** The bindings and variables of each request. */
export interface AppEnv {
  /** Undefined where no server stands in front, as in tests. */
  Bindings: ServerBindings | undefined;
  Variables: {
    requestId: string;
    /** Where the request stands in a trace. */
    trace: RequestTrace;
    /** The caller that was let in to the operator's calls: 'admin', a site's client_id, or a person_id of the desk. */
    actor?: string;
    /** The person whose desk session the request shows. */
    desk?: DeskCaller;
    /** The desk asks by itself, to keep what it shows up to date: the audit leaves it out. */
    isRefresh?: boolean;
  };
}

/**
 * Adds addresses to the app, once, when the gateway is made.
 * @typeParam Needs the parts of the gateway that the handlers reach.
 */
export type Routes<Needs> = (app: OpenAPIHono<AppEnv>, context: Needs) => void;
