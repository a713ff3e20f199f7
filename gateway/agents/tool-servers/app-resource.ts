// An app as its server gives it: checked, and named by a digest of all that it is. Pure.

import { createHash } from 'node:crypto';
import { isRecord, type JsonObject } from '../../wire.ts';
import { APP_TYPE } from './tool-ui.ts';

/** Characters of an app's HTML. */
const MAX_HTML = 8 * 1024 * 1024;
const MAX_ORIGINS = 64;

/** What an app may reach; each a list of sources as a Content-Security-Policy has them. */
export interface AppPolicy {
  connect: string[];
  resource: string[];
  frame: string[];
  base: string[];
}

export const APP_PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const;
export type AppPermissions = Partial<Record<(typeof APP_PERMISSIONS)[number], true>>;

/** What an app asks for beside its HTML. */
export interface AppTerms {
  policy: AppPolicy;
  permissions: AppPermissions;
  /** Whether it wants a border; null: nothing is said. */
  border: boolean | null;
}

export interface AppResource extends AppTerms {
  html: string;
  /** Hexadecimal SHA-256 of HTML and terms. */
  digest: string;
}

/**
 * @param contents of the resource `uri`, as its server gives them.
 * @returns why it can't be shown, where it can't.
 */
export function readAppResource(
  uri: string,
  contents: readonly JsonObject[],
): AppResource | 'missing' | 'type' | 'size' {
  const content = contents.find((one) => one.uri === uri) ?? contents[0];
  if (content === undefined) return 'missing';
  const type = typeof content.mimeType === 'string' ? content.mimeType : '';
  if (type.replace(/ /g, '').toLowerCase() !== APP_TYPE) return 'type';
  const html = htmlOf(content);
  if (html === null) return 'missing';
  if (html.length > MAX_HTML) return 'size';
  const meta = isRecord(content._meta) ? content._meta : {};
  const ui = isRecord(meta.ui) ? meta.ui : {};
  const csp = isRecord(ui.csp) ? ui.csp : {};
  const asked = isRecord(ui.permissions) ? ui.permissions : {};
  const terms: AppTerms = {
    policy: {
      connect: sourcesOf(csp.connectDomains, true),
      resource: sourcesOf(csp.resourceDomains, false),
      frame: sourcesOf(csp.frameDomains, false),
      base: sourcesOf(csp.baseUriDomains, false),
    },
    permissions: Object.fromEntries(
      APP_PERMISSIONS.filter((name) => isRecord(asked[name])).map((name) => [name, true]),
    ),
    border: typeof ui.prefersBorder === 'boolean' ? ui.prefersBorder : null,
  };
  const digest = createHash('sha256')
    .update(JSON.stringify([html, terms]))
    .digest('hex');
  return { ...terms, html, digest };
}

function htmlOf({ text, blob }: JsonObject): string | null {
  if (typeof text === 'string') return text;
  if (typeof blob !== 'string') return null;
  return Buffer.from(blob, 'base64').toString('utf8');
}

/**
 * A host, with one star for what stands before it and a port at most: nothing that would end a directive or mean every host. Plain
 * http is for this machine alone.
 */
const SOURCE =
  /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,9}(?::\d{1,5})?$/;
const LOCAL = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

function sourcesOf(value: unknown, mayBeSocket: boolean): string[] {
  if (!Array.isArray(value)) return [];
  const sources = value
    .filter((one): one is string => typeof one === 'string')
    .map((one) => one.toLowerCase().replace(/\/$/, ''))
    .filter((one) => SOURCE.test(one) || LOCAL.test(one))
    .filter((one) => mayBeSocket || !one.startsWith('ws'));
  return [...new Set(sources)].slice(0, MAX_ORIGINS);
}
