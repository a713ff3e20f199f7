// What a WordPress would send by e-mail, caught before it leaves.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WordPress } from '../run/wordpress.ts';

export interface Mail {
  to: string;
  subject: string;
  message: string;
  headers: string[];
}

export interface Mailbox {
  /** The oldest first. */
  mails(): Mail[];
  empty(): void;
  /** Whether sending fails from now on. */
  breaks(isBroken: boolean): void;
}

/** From the next request on nothing is sent by e-mail. */
export function catchMail(site: WordPress): Mailbox {
  const box = join(site.dir, 'wp-content/mails.jsonl');
  const broken = join(site.dir, 'wp-content/mail-is-broken');
  site.putPlugin(
    'mailbox',
    `<?php
    add_filter( 'pre_wp_mail', function ( $sent, $mail ) {
      if ( file_exists( WP_CONTENT_DIR . '/mail-is-broken' ) ) return false;
      file_put_contents( WP_CONTENT_DIR . '/mails.jsonl', wp_json_encode( $mail ) . "\\n", FILE_APPEND | LOCK_EX );
      return true;
    }, 10, 2 );`,
  );
  return {
    mails: () =>
      existsSync(box)
        ? readFileSync(box, 'utf8')
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line) as Mail)
        : [],
    empty: () => rmSync(box, { force: true }),
    breaks: (isBroken) => {
      if (isBroken) writeFileSync(broken, '');
      else rmSync(broken, { force: true });
    },
  };
}
