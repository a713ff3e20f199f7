// Where each guard of the plugin is tried: one WordPress that is connected, and a second address that keeps what it is asked.

import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectPlugin } from '../../run/plugin.ts';
import { nonceOf, type Site, signInByHand, startSite } from '../support.ts';

export interface Guard {
  /** What the plugin promises, as docs/security/wordpress.md has it. */
  promise: string;
  /** @throws where the promise is broken */
  holds(ground: Ground): Promise<void>;
  /** Changes to the plugin that break the promise. */
  mutants: Mutant[];
}

export interface Mutant {
  /** What this plugin lacks. */
  without: string;
  /** Relative to the plugin. */
  file: string;
  from: string;
  to: string;
}

export interface Ground {
  site: Site;
  /** The session endpoint. */
  session: string;
  /** An address that is not the gateway's. */
  elsewhere: { url: string; asked: { line: string; authorization: string }[] };
  /** What a browser that is signed in as the administrator sends along. */
  admin: string;
  /** What is stored under names like these. */
  rows(like: string): Promise<number>;
  /** A connection entered by hand on the settings page, as the administrator. @returns the answer */
  enter(given: Record<string, string>): Promise<string>;
  /** The settings page's HTML. */
  settingsPage(): Promise<string>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function openGround(): Promise<Ground> {
  const site = await startSite();
  const asked: Ground['elsewhere']['asked'] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    asked.push({ line: `${method} ${url}`, authorization: headers.authorization ?? '' });
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const admin = await signInByHand(site);
  const page = `${site.url}/wp-admin/options-general.php?page=bellhop`;

  return {
    site,
    session: `${site.url}/wp-json/bellhop/v1/session`,
    elsewhere: { url, asked },
    admin,
    rows: async (like) =>
      Number(
        await site.run(
          `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->options} WHERE option_name LIKE '${like}'" );`,
        ),
      ),
    async enter(given) {
      const reply = await fetch(`${site.url}/wp-json/bellhop/v1/settings/page/enter`, {
        method: 'POST',
        headers: {
          cookie: admin,
          'content-type': 'application/json',
          'x-wp-nonce': await nonceOf(site, admin),
        },
        body: JSON.stringify({ client_id: site.credentials.client_id, ...given }),
      });
      return reply.text();
    },
    settingsPage: async () => (await fetch(page, { headers: { cookie: admin } })).text(),
    async reset() {
      site.set({});
      site.putPlugin('guard', null);
      site.gateway.interceptor = null;
      await site.run(
        `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '%bellhop_rl_%' OR option_name LIKE '%bellhop_swept%' OR option_name = 'bellhop_state'" ); wp_cache_flush();`,
      );
      await connectPlugin(site, site.gateway.url, site.credentials, { tools: ['page'] });
      site.gateway.requests.length = 0;
      asked.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await site.close();
    },
  };
}

export const hex = (letters: number): string => randomBytes(letters / 2).toString('hex');

/** A cookie that this site has not made, of whatever form. */
export const madeUp = (): string =>
  `bellhop_visitor=${hex(48)}${Math.random() < 0.5 ? '' : `.${hex(64)}`}`;
