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
  /** What the gateway keeps it by. Null: a tool of the page gives it, and nobody keeps it. */
  digest: string | null;
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

export const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const fieldsOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** @returns null where the log says nothing of an app, or something of another shape. */
export function readHint({ ui }: Pick<ToolUseBlock, 'ui'>): AppHint | null {
  if (!isRecord(ui)) return null;
  const digest = textOf(ui.digest);
  return /^[0-9a-f]{64}$/.test(digest) ? { ...lookOf(ui), digest } : null;
}

/** @param ui what a tool of the page, which has the title, says of its HTML, whatever it is. */
export const readOwnHint = (ui: unknown, title: unknown): AppHint => ({
  ...lookOf({ title, ...fieldsOf(ui) } as JsonObject),
  digest: null,
});

function lookOf(ui: JsonObject): Omit<AppHint, 'digest'> {
  const height = Number(ui.height);
  return {
    title: textOf(ui.title).slice(0, MAX_TITLE_CHARS),
    height: Number.isFinite(height) && height > 0 ? height : null,
    hasBorder: ui.border !== false,
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
  const outer = readOuterPage(sandbox, hint.digest);
  if (outer === null) return null;
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

/** @returns null where it is not the outer page of this digest. */
export function readOuterPage(sandbox: unknown, digest: string | null): string | null {
  const address = textOf(sandbox);
  try {
    const { protocol, pathname, username } = new URL(address);
    const isIt = pathname.endsWith(`/app-frame/${digest}`) && username === '';
    return /^https?:$/.test(protocol) && isIt ? address : null;
  } catch {
    return null;
  }
}
