// Listens for the demo shop: PORT (4321), GATEWAY_URL (http://localhost:4320), BELLHOP_ADMIN_KEY.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { createSite } from './site.ts';
import { waitForGateway } from './wait-for-gateway.ts';

const port = Number(process.env.PORT ?? 4321);
const gatewayUrl =
  process.env.GATEWAY_URL ?? `http://localhost:${process.env.GATEWAY_PORT ?? 4320}`;
const adminKey = process.env.BELLHOP_ADMIN_KEY;

if (!adminKey) {
  console.error('The shop needs BELLHOP_ADMIN_KEY, the key that the gateway printed at its start.');
  process.exit(1);
}

const site = createSite({
  gatewayUrl,
  adminKey,
  siteUrl: `http://localhost:${port}`,
  distDir: join(import.meta.dirname, '../../dist'),
  fetch: waitForGateway({
    fetch,
    sleep: (ms) => sleep(ms),
    onAway: () => console.error(`The shop waits for the gateway at ${gatewayUrl}.`),
  }),
});
const server = serve({ fetch: site.fetch, port });
server.once('error', (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === 'EADDRINUSE'
      ? `Port ${port} is taken. End what runs there, or choose another with PORT.`
      : `The shop can't listen on port ${port}: ${error.message}`,
  );
  process.exit(1);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => server.close(() => process.exit(0)));
}
