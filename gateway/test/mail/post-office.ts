// A real SMTP server in the test's process, which keeps what it gets.

import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Letter {
  to: string[];
  subject: string;
  /** With its header, as it came over the wire. */
  raw: string;
  /** Decoded. */
  text: string;
}

export interface PostOffice {
  url: string;
  letters: Letter[];
  /** Answers each mail with this from now on; null: takes them. */
  refuse(status: number | null): void;
  close(): Promise<void>;
}

export async function openPostOffice(): Promise<PostOffice> {
  const letters: Letter[] = [];
  let refusal: number | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        if (refusal !== null) {
          return done(Object.assign(new Error('not now'), { responseCode: refusal }));
        }
        const raw = Buffer.concat(parts).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push({ to, raw, subject: subjectOf(raw), text: textOf(raw) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    refuse: (status) => {
      refusal = status;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const headOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n'));

function subjectOf(raw: string): string {
  const [, value = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(headOf(raw)) ?? [];
  return value
    .replace(/\?=\r?\n[ \t]+=\?/g, '?==?')
    .replace(/\r\n[ \t]/g, ' ')
    .replace(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, coded: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(coded, 'base64').toString('utf8')
        : unquote(coded.replaceAll('_', ' ')),
    );
}

function textOf(raw: string): string {
  const body = raw.slice(raw.indexOf('\r\n\r\n') + 4);
  if (/Content-Transfer-Encoding: base64/i.test(raw)) {
    return Buffer.from(body, 'base64').toString('utf8');
  }
  if (/Content-Transfer-Encoding: quoted-printable/i.test(raw)) {
    return unquote(body.replace(/=\r\n/g, '')).replace(/\r\n/g, '\n');
  }
  return body.replace(/\r\n/g, '\n');
}

const unquote = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    ),
    'latin1',
  ).toString('utf8');
