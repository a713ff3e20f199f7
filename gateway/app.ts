// All areas of the gateway behind one door, with what each request passes before and after: its id, its line, CORS, refusals.

import { OpenAPIHono } from '@hono/zod-openapi';
import type { GatewayContext } from './context.ts';
import { DatabaseUnavailable } from './kernel/db/types.ts';
import { cors } from './kernel/http/cors.ts';
import { refuseWhileDraining } from './kernel/http/draining.ts';
import { requestId } from './kernel/http/request-id.ts';
import type { AppEnv } from './kernel/http/route-module.ts';
import { watchRequests } from './kernel/http/watch-requests.ts';
import { errorBody, HttpError, notFound, unavailable } from './kernel/http-error.ts';
import { ROUTES } from './routes.ts';

export function createApp(context: GatewayContext) {
  const app = new OpenAPIHono<AppEnv>();
  app.use(requestId(context.ids));
  app.use(watchRequests(context.observer, context.clock, context.ids));
  app.use(cors(context.options.allowedOrigins));
  app.use(refuseWhileDraining(context.draining));
  for (const addRoutes of ROUTES) addRoutes(app, context);
  app.notFound((c) => refuse(notFound('There is nothing at this address.'), c.get('requestId')));
  app.onError((error, c) => {
    const id = c.get('requestId');
    if (error instanceof HttpError) return refuse(error, id);
    if (error instanceof DatabaseUnavailable) return refuse(unavailable(), id);
    return refuse(new HttpError(500, 'Something went wrong on our side.'), id);
  });
  return app;
}

function refuse(error: HttpError, id: string): Response {
  return Response.json(errorBody(error, id), {
    status: error.status,
    headers: { 'Cache-Control': 'no-store', ...error.headers },
  });
}
