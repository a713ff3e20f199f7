// Over which server the gateway sends mail, and from which address, as the environment says.

import { type Environment, given, UsageError } from '../kernel/cli-values.ts';

export interface MailSettings {
  /** smtp:// or smtps://, with a user and a password where the server wants them. */
  url: string;
  /** As a mail's From has it: `Shop <chat@shop.example>`. */
  from: string;
}

const NEEDED = ['BELLHOP_SMTP_URL', 'BELLHOP_MAIL_FROM', 'BELLHOP_PUBLIC_URL'] as const;
const FROM = /^(?:[^<>"\p{Cc}]+ )?<?[^\s@<>"\p{Cc}]+@[^\s@<>"\p{Cc}]+>?$/u;

/** Null: no mail is sent. @throws UsageError where something is missing */
export function readMailSettings(env: Environment): MailSettings | null {
  if (NEEDED.slice(0, 2).every((name) => given(env[name]) === undefined)) return null;
  const [url, from] = NEEDED.map((name) => {
    const value = given(env[name]);
    if (value !== undefined) return value;
    throw new UsageError(`Set ${NEEDED.join(', ')} together: ${name} is missing.`);
  }) as [string, string, string];
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url)) {
    throw new UsageError(
      'BELLHOP_SMTP_URL must be like smtps://user:password@mail.example:465 or smtp://mail.example:587.',
    );
  }
  if (!FROM.test(from)) {
    throw new UsageError(
      'BELLHOP_MAIL_FROM must be an address, like Shop <chat@shop.example> or chat@shop.example.',
    );
  }
  return { url, from };
}
