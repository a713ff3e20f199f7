// Why a PostgreSQL server can't be used, in a sentence that names the server, the cause and the way out. Never the password.

import pg from 'pg';
import { DatabaseUnavailable } from './types.ts';

/** Where a connection string leads, with what it leaves out as PostgreSQL's own programs have it. */
interface Place {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** The certificate of a server is not one that Node trusts. */
const UNTRUSTED =
  /^(?:CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)/;
const NOT_READABLE =
  'DATABASE_URL can’t be read. Write it like postgres://user:password@host:5432/database, with special characters of the password as percent codes (# is %23, @ is %40).';

/**
 * @param error as openDatabase has thrown it for this address
 * @param url the connection string
 * @returns a sentence or two, beginning in lower case, as behind “could not start: ”
 */
export function explainPostgres(error: unknown, url: string): string {
  const place = placeOf(url);
  if (place === null) return NOT_READABLE;
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const { code, message } = codeAndMessage(cause);
  const at = place.host.startsWith('/')
    ? `the database at ${place.host}`
    : `the database at ${place.host}:${place.port}`;
  return (
    ofNetwork(code, message, at, place) ??
    ofServer(code, message, at, place) ??
    `${at} can’t be used: ${withoutPassword(message, url)}`
  );
}

function ofNetwork(code: string, message: string, at: string, { host }: Place): string | null {
  switch (code) {
    case 'ECONNREFUSED':
      return `${at} refused the connection: no server listens there. Start PostgreSQL, or correct DATABASE_URL.`;
    case 'ENOENT':
      return `${at} has no socket there. Start PostgreSQL, or correct DATABASE_URL.`;
    case 'ENOTFOUND':
      return `the host ${host} of DATABASE_URL is unknown. Correct its name.`;
    case 'EAI_AGAIN':
      return `the host ${host} of DATABASE_URL could not be looked up at the moment. Check the network, and the name.`;
    case 'ECONNRESET':
      return `${at} closed the connection. Look whether a PostgreSQL server listens at that port.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${at} can’t be reached from this machine. Check the network and the address.`;
  }
  if (code === 'ETIMEDOUT' || /timeout/i.test(message)) {
    return `${at} does not answer. Check the address, and firewalls in between.`;
  }
  if (/does not support SSL/.test(message)) {
    return `${at} speaks no TLS, which DATABASE_URL asks for. Turn it on there, or leave out sslmode.`;
  }
  if (UNTRUSTED.test(code)) {
    return `${at} shows a TLS certificate that is not trusted (${code}). Name its authority by sslrootcert=FILE in DATABASE_URL, or by NODE_EXTRA_CA_CERTS.`;
  }
  return /Connection terminated/.test(message)
    ? `${at} closed the connection. Look whether a PostgreSQL server listens at that port.`
    : null;
}

function ofServer(code: string, message: string, at: string, place: Place): string | null {
  const { user, database } = place;
  switch (code) {
    case '28P01':
      return `${at} refused the password of the user ${user}. Correct it in DATABASE_URL.`;
    case '28000':
      return /no encryption|SSL off/.test(message)
        ? `${at} lets the user ${user} in by TLS alone. Add ?sslmode=require to DATABASE_URL.`
        : `${at} does not let the user ${user} in (${message}). Make that user, or correct DATABASE_URL.`;
    case '3D000':
      return `${at} has no database ${database}. Make it (createdb ${database}), or correct DATABASE_URL.`;
    case '42501':
      return `the user ${user} may not make tables in the database ${database}. As its owner: GRANT CREATE ON SCHEMA public TO ${user}.`;
    case '53300':
      return `${at} has no connection left. Raise its max_connections, or end what holds them.`;
    case '57P03':
      return `${at} is starting up or going down. Try again in a moment.`;
  }
  return /password must be a string/.test(message)
    ? `${at} wants a password for the user ${user}, and DATABASE_URL has none.`
    : null;
}

function placeOf(url: string): Place | null {
  try {
    // pg knows what a connection string leaves out, and what PGHOST and its like put in its place.
    const { host, port, user = '', database = '' } = new pg.Client({ connectionString: url });
    return { host, port, user, database };
  } catch {
    return null;
  }
}

function codeAndMessage(cause: unknown): { code: string; message: string } {
  if (!(cause instanceof Error)) return { code: '', message: String(cause) };
  // Of a name with several addresses, each of which was tried.
  const [first] = cause instanceof AggregateError ? cause.errors : [];
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  if (code === '' && first instanceof Error) return codeAndMessage(first);
  return { code, message: cause.message };
}

function withoutPassword(text: string, url: string): string {
  const written = URL.canParse(url) ? new URL(url).password : '';
  if (written === '') return text;
  return [written, decodeURIComponent(written)].reduce(
    (rest, password) => rest.replaceAll(password, '***'),
    text,
  );
}
