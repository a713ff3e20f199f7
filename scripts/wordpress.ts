// `npm run wordpress`: a real WordPress with the plugin, a sample site in it, and the reference gateway beside it.
// WORDPRESS_PORT (4322), GATEWAY_PORT (4323).

import { buildPlugin } from '../wordpress/run/build.ts';
import { type SiteGateway, startSiteGateway } from '../wordpress/run/gateway.ts';
import { Missing } from '../wordpress/run/missing.ts';
import { startWordPress, type WordPress } from '../wordpress/run/wordpress.ts';
import { SITE_TITLE } from '../wordpress/sample/pages.ts';
import { setUpSample } from '../wordpress/sample/set-up.ts';

let wordpress: WordPress | null = null;
let gateway: SiteGateway | null = null;

async function stop(): Promise<void> {
  await Promise.all([wordpress?.close(), gateway?.close()]);
  wordpress = null;
  gateway = null;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stop().finally(() => process.exit(0)));
}

try {
  await buildPlugin();
  gateway = await startSiteGateway(portFrom('GATEWAY_PORT', 4323));
  wordpress = await startWordPress({ port: portFrom('WORDPRESS_PORT', 4322), title: SITE_TITLE });
  await setUpSample(wordpress, gateway);
  const { url, admin } = wordpress;
  console.log(`
WordPress with Bellhop: ${url}/
Settings:               ${url}/wp-admin/options-general.php?page=bellhop
Sign in as              ${admin.user}, password ${admin.password}
The gateway:            ${gateway.url}/, admin key ${gateway.adminKey}

Everything is new at each start, and gone when it ends (Ctrl+C).`);
} catch (error) {
  await stop();
  const isTaken = (error as { code?: unknown }).code === 'EADDRINUSE';
  if (!isTaken && !(error instanceof Missing)) throw error;
  console.error(
    isTaken
      ? 'A port is taken. Choose others: WORDPRESS_PORT=8080 GATEWAY_PORT=8081 npm run wordpress'
      : `No WordPress here. ${error instanceof Error ? error.message : error}`,
  );
  process.exitCode = 1;
}

function portFrom(name: string, fallback: number): number {
  const port = Number(process.env[name] || fallback);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  console.error(`${name}=${process.env[name]} is not a port. Using ${fallback}.`);
  return fallback;
}
