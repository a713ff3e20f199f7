// The plugin in a WordPress: installed from the zip that people upload, and connected to a gateway.

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SiteCredentials } from './gateway.ts';
import type { WordPress } from './wordpress.ts';

/** Where the build has put what it made. */
export function builtFolder(): string {
  return resolve(import.meta.dirname, '../..', process.env.BELLHOP_DIST ?? 'dist');
}

export function pluginZip(): string {
  return resolve(builtFolder(), 'bellhop-wordpress.zip');
}

export async function installPlugin(wordpress: WordPress, zip = pluginZip()): Promise<void> {
  if (!existsSync(zip)) throw new Error(`${zip} is not there. Run \`npm run build\` first.`);
  await wordpress.wp('plugin', 'install', zip, '--activate', '--force', '--quiet');
}

/** As if the owner had filled in the settings page. */
export async function connectPlugin(
  wordpress: WordPress,
  gatewayUrl: string,
  { client_id, service_token }: Pick<SiteCredentials, 'client_id' | 'service_token'>,
  more: Record<string, unknown> = {},
): Promise<void> {
  const settings = { gateway_url: gatewayUrl, client_id, ...more };
  await wordpress.run(
    `update_option( 'bellhop_settings', json_decode( ${phpString(JSON.stringify(settings))}, true ) );
     update_option( 'bellhop_service_token', ${phpString(service_token)}, false );`,
  );
}

export function phpString(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
