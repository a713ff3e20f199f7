// Reads what an app of a call is made of, field by field: what the log says of it, and the gateway's reply.

import type { JsonObject, ToolUseBlock } from '../protocol/index.ts';

export const MAX_HTML_CHARS = 8 * 1024 * 1024;
const MAX_TITLE_CHARS = 80;

/** What stands in the log of an app, before anything of it is fetched. */
export interface AppHint {
  title: string;
  /** Pixels. */
  height: number | null;
  hasBorder: boolean;
  /** What the gateway keeps it by. */
  digest: string;
}

export interface App {
  html: string;
  /** The outer page, on no origin of the visitor's page or of the gateway's calls. */
  sandbox: string;
  /** For the frame's `allow`. */
  allow: string;
  permissions: Readonly<Record<string, object>>;
  tool: JsonObject;
  input: JsonObject;
  result: JsonObject;
}

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @returns null where the log says nothing of an app, or something of another shape. */
export function readHint({ ui }: Pick<ToolUseBlock, 'ui'>): AppHint | null {
  if (!isRecord(ui)) return null;
  const digest = textOf(ui.digest);
  if (!/^[0-9a-f]{64}$/.test(digest)) return null;
  const height = Number(ui.height);
  return {
    title: textOf(ui.title).slice(0, MAX_TITLE_CHARS),
    height: Number.isFinite(height) && height > 0 ? height : null,
    hasBorder: ui.border !== false,
    digest,
  };
}

/** By the names of the standard; what a frame's `allow` calls them. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write',
};

/** @returns null where the reply is of another shape, or of another app than the log names. */
export function readApp(reply: unknown, hint: AppHint): App | null {
  const { digest, html, sandbox, permissions, tool, input, result } = fieldsOf(reply);
  if (digest !== hint.digest || typeof html !== 'string' || html.length > MAX_HTML_CHARS)
    return null;
  const outer = textOf(sandbox);
  if (!isOuterPage(outer, `/app-frame/${hint.digest}`)) return null;
  const granted = Object.keys(PERMISSIONS).filter((name) => fieldsOf(permissions)[name] === true);
  return {
    html,
    sandbox: outer,
    allow: granted.map((name) => PERMISSIONS[name]).join(';'),
    permissions: Object.fromEntries(granted.map((name) => [name, {}])),
    tool: fieldsOf(tool),
    input: fieldsOf(input),
    result: { content: [], ...fieldsOf(result) },
  };
}

/**
 * The app's HTML with the chat's scheme first, for an app that says nothing of schemes: its text would be dark on dark. The scheme stands
 * behind the doctype, since browsers draw a page that doesn't begin with one in quirks mode. What the app itself says counts more.
 */
export function withScheme(html: string, scheme: unknown): string {
  const [doctype = ''] = /^\s*<!doctype[^>]*>/i.exec(html) ?? [];
  const meta = `<meta name="color-scheme" content="${scheme === 'dark' ? 'dark' : 'light'}">`;
  return doctype + meta + html.slice(doctype.length);
}

function isOuterPage(address: string, end: string): boolean {
  try {
    const { protocol, pathname, username } = new URL(address);
    return /^https?:$/.test(protocol) && pathname.endsWith(end) && username === '';
  } catch {
    return false;
  }
}
