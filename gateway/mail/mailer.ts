// Sends one mail over the operator's SMTP server, as plain text: words of visitors stay words, and no program of a mail's reader
// takes them for markup. nodemailer encodes headers, so no value adds one.

import { createTransport } from 'nodemailer';
import type { MailSettings } from './settings.ts';

/** A server that is away shouldn't hold up the others' mail for long. */
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Mails a second: below what providers of mail take from one sender. */
const PER_SECOND = 5;
const CONNECTIONS = 2;
const MAX_SUBJECT = 200;

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** An address at which the reader ends such mails. */
  settingsUrl?: string;
}

export interface Mailer {
  readonly from: string;
  /** Resolves once the server has taken it. @throws MailError */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export class MailError extends Error {
  override readonly name = 'MailError';
  /** What the server said: 550 and the like; null: it couldn't be reached. */
  readonly status: number | null;
  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }
}

export function createMailer({ url, from }: MailSettings): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    rateDelta: 1000,
    rateLimit: PER_SECOND,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Nothing that a mail says is ever read from this machine or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    from,
    async send({ to, subject, text, settingsUrl }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject: oneLine(subject).slice(0, MAX_SUBJECT),
          text,
          // So that no vacation notice answers it.
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(settingsUrl === undefined ? {} : { list: { unsubscribe: settingsUrl } }),
        });
      } catch (error) {
        throw mailError(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Without line ends and other control characters. */
export const oneLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

function mailError(error: unknown): MailError {
  const { message = String(error), responseCode } = error as Partial<Error> & {
    responseCode?: number;
  };
  return new MailError(oneLine(message), responseCode ?? null);
}
