// Pages and sitemaps of a site, read from the web: from public addresses unless the operator allows others, a few redirects at
// most, and nothing of endless length.

import type { OutsideFetch } from '../kernel/outside-fetch.ts';
import { IMPORTED_TYPES, type ImportedType } from './file-kind.ts';
import type { ImportedText } from './import-text.ts';
import type { Reader } from './reader.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** How a page comes here, and what reads it. */
export interface WebReader {
  fetch: OutsideFetch;
  reader: Reader;
}

const TIMEOUT_MS = 15_000;
const MAX_REDIRECTS = 5;
const MAX_SITEMAPS = 20;
const MAX_ADDRESSES = 5000;

/** @throws UnreadableFile where it can't be reached or read. */
export async function readPage(url: string, { fetch, reader }: WebReader): Promise<ImportedText> {
  const reply = await request(url, fetch);
  const type = (reply.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  const known = IMPORTED_TYPES.find((one): one is ImportedType => one === type);
  if (known === undefined) {
    await reply.body?.cancel();
    throw new UnreadableFile(`is of the type ${type || 'unknown'}, which can’t be read`);
  }
  return reader.readFile(await bytesOf(reply), known);
}

/** The pages that a sitemap names, on its own host, in its order. @throws UnreadableFile */
export async function readSitemap(url: string, { fetch, reader }: WebReader): Promise<string[]> {
  const { host } = new URL(url);
  const pages = new Set<string>();
  const waiting = [url];
  for (let read = 0; waiting.length > 0 && read < MAX_SITEMAPS; read += 1) {
    const next = waiting.shift() ?? url;
    const xml = new TextDecoder().decode(await bytesOf(await request(next, fetch)));
    const map = await reader.readSitemap(xml);
    const isOwn = (address: string) => URL.canParse(address) && new URL(address).host === host;
    waiting.push(...map.sitemaps.filter(isOwn));
    for (const page of map.pages.filter(isOwn)) if (pages.size < MAX_ADDRESSES) pages.add(page);
  }
  return [...pages];
}

/** Each redirect goes through the same door as the first address. */
async function request(url: string, fetch: OutsideFetch): Promise<Response> {
  let address = url;
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const reply = await fetch(address, { signal }).catch((error: unknown) => {
      throw new UnreadableFile(reasonOf(error));
    });
    const location = reply.headers.get('location');
    if (reply.ok) return reply;
    await reply.body?.cancel();
    const isRedirect = reply.status >= 300 && reply.status < 400 && location !== null;
    if (!isRedirect || !URL.canParse(location, address)) {
      throw new UnreadableFile(`was answered with ${reply.status}`);
    }
    address = new URL(location, address).href;
  }
  throw new UnreadableFile('leads from one address to the next without end');
}

async function bytesOf(reply: Response): Promise<Uint8Array> {
  try {
    return new Uint8Array(await reply.arrayBuffer());
  } catch (error) {
    throw new UnreadableFile(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const names = [error, error instanceof Error ? error.cause : null].map((one) =>
    one instanceof Error ? one.name : '',
  );
  if (names.includes('RefusedAddress') || names.includes('PrivateAddress')) {
    return 'is not at a public https address, and the operator allows no other';
  }
  if (names.includes('ReplyTooLong')) return 'is too long';
  return names.includes('TimeoutError') ? 'didn’t answer in time' : 'could not be reached';
}
