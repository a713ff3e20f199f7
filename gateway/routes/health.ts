// Is anybody there: for the start script, load balancers and the curious.

import type { RouteModule } from '../http/route-module.ts';

export const health: RouteModule = (app, { db }) => {
  app.get('/', (c) => c.json({ name: 'bellhop-gateway', status: 'ok' }));

  app.get('/healthz', async (c) => {
    await db.query('SELECT 1');
    return c.json({ status: 'ok' });
  });
};
