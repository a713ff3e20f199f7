// A WordPress that answers visitors itself: the plugin without a gateway, and a provider of models on this machine.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPlugin, phpString } from '../run/plugin.ts';
import { type Provider, startProvider } from '../run/provider.ts';
import { startWordPress, type WordPress, type WordPressOptions } from '../run/wordpress.ts';
import { askSession } from './support.ts';

export const OPERATOR_KEY = 'operator-of-tests';

export interface Event {
  id: string;
  type: string;
  content: unknown;
  error_code?: string;
}

export interface LocalSite extends WordPress {
  provider: Provider;
  /** Settings as the form stores them, the provider's address and a key included unless told otherwise. */
  settle(more?: Record<string, unknown>, key?: string): Promise<void>;
  /** A chat as a browser has it. */
  open(body?: unknown): Promise<LocalChat>;
}

export interface LocalChat {
  id: string;
  token: string;
  cookie: string;
  list(query?: string): Promise<{ status: number; data: Event[] }>;
  send(...events: unknown[]): Promise<{ status: number; body: Record<string, unknown> }>;
}

export const says = (text: string) => ({
  type: 'user.message',
  content: [{ type: 'text', text }],
});

/** @param measures whether the site itself finds out how many workers it has; else it is told, so that a busy machine changes nothing. */
export async function startLocalSite(
  options: WordPressOptions = {},
  measures = false,
): Promise<LocalSite> {
  const provider = await startProvider();
  const wordpress = await startWordPress(options);
  const { url } = wordpress;
  const isPlain = options.hasPlainAddresses === true;
  const rest = (route: string) =>
    isPlain ? `${url}/?rest_route=${route}` : `${url}/wp-json${route}`;
  try {
    await installPlugin(wordpress);
    // The provider's scripts go by session.
    wordpress.putPlugin(
      'name-session',
      `<?php add_filter( 'bellhop_model_request', function ( $body, $session ) { return array( 'user' => $session ) + $body; }, 10, 2 );`,
    );
    const site: LocalSite = {
      ...wordpress,
      provider,
      async settle(more = {}, key = 'sk-of-tests-1234') {
        // All of a test's visitors come from one network; and chats are polled, unless a test is about streams.
        const many = { site_messages: 3000, streams: 0 };
        const settings = { local: true, model_url: provider.url, model: 'tiny', ...many, ...more };
        const known = measures
          ? ''
          : `update_option( 'bellhop_workers', array( 'count' => ${options.workers ?? 4}, 'at' => time() ) );`;
        await wordpress.run(
          `${known} update_option( 'bellhop_settings', json_decode( ${phpString(JSON.stringify(settings))}, true ) );
           update_option( 'bellhop_model_key', ${phpString(key)} );`,
        );
      },
      async open(body = {}) {
        const {
          body: ticket,
          cookie,
          status,
        } = await askSession(rest('/bellhop/v1/session'), { body });
        if (status !== 200) throw new Error(`no session: ${status} ${JSON.stringify(ticket)}`);
        const [id, token] = [String(ticket.session_id), String(ticket.token)];
        const base = isPlain ? `${url}/index.php/wp-json/bellhop` : `${url}/wp-json/bellhop`;
        const events = `${base}/v1/sessions/${id}/events`;
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        return {
          id,
          token,
          cookie,
          async list(query = '?limit=100') {
            const reply = await fetch(events + query, { headers });
            const { data = [] } = (await reply.json()) as { data?: Event[] };
            return { status: reply.status, data };
          },
          async send(...sent) {
            const reply = await fetch(events, {
              method: 'POST',
              headers,
              body: JSON.stringify({ events: sent }),
            });
            return {
              status: reply.status,
              body: (await reply.json()) as Record<string, unknown>,
            };
          },
        };
      },
      async close() {
        await wordpress.close();
        await provider.close();
      },
    };
    return site;
  } catch (error) {
    await wordpress.close();
    await provider.close();
    throw error;
  }
}

/** The operator's hand, for the conformance checks. */
export async function putOperator(site: WordPress): Promise<void> {
  site.putPlugin(
    'operator',
    readFileSync(join(import.meta.dirname, '../faults/operator.php'), 'utf8'),
  );
  // WordPress's sample page would be quoted, and take up most of a small window.
  await site.run(
    `update_option( 'operator_key', ${phpString(OPERATOR_KEY)} ); wp_delete_post( 2, true );`,
  );
}

export const isEnd = ({ type }: Event) =>
  type === 'session.status_idle' || type === 'session.error';
