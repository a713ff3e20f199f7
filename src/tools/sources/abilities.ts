// A WordPress site's abilities as tools: the catalog, the calls to each run_url and summary_url, and the
// visitor's nonce. Same origin only; how a reply reads is abilities-reply's business.

import { writeJson } from '../../dom/json.ts';
import { isRecord, type Json, type JsonObject, ownOf } from '../../protocol/json.ts';
import { toTool } from '../descriptor.ts';
import { type ToolRegistry, toToolName } from '../registry.ts';
import { ToolError } from '../tool-error.ts';
import type { Tool } from '../types.ts';
import { errorName, readAbilityReply } from './abilities-reply.ts';
import { type AbilityFacts, toRequest, toSummary } from './abilities-request.ts';
import { type ClientAbilities, findClientAbilities } from './client-abilities.ts';
import type { ToolSource } from './webmcp.ts';

export interface AbilitiesParts {
  /** The site's catalog (JSON: an array of abilities, or `{abilities}`), same origin. Null: none. */
  catalogUrl: string | null;
  /** Answers with the signed-in visitor's nonce as text; "0" or an error for an anonymous one. */
  nonceUrl: string | null;
  /** The page's address now. */
  pageUrl: () => string;
  fetch: typeof fetch;
  registry: Pick<ToolRegistry, 'replace'>;
  /** Finds the abilities that run in this page. Default: WordPress's own, where the page has it. */
  findClient?: () => Promise<ClientAbilities | null>;
  warn?: (message: string) => void;
}

const NONCE = /^[A-Za-z0-9]{4,64}$/;

export function createAbilitiesSource(parts: AbilitiesParts): ToolSource {
  const { catalogUrl, nonceUrl, pageUrl, registry, warn } = parts;
  const findClient = parts.findClient ?? (() => findClientAbilities());
  let client: ClientAbilities | null = null;
  /** undefined: not asked yet. Null: an anonymous visitor, who must send none. */
  let nonce: string | null | undefined;
  let asking: Promise<string | null> | null = null;
  let reading: Promise<void> | null = null;
  let isClosed = false;

  /** The address as a URL; null if it is of another origin. */
  function ownUrl(address: unknown): string | null {
    if (typeof address !== 'string' || address === '') return null;
    try {
      const page = new URL(pageUrl());
      const url = new URL(address, page);
      return url.origin === page.origin && url.username === '' ? url.href : null;
    } catch {
      return null;
    }
  }

  const send = (url: string, init: RequestInit): Promise<Response> =>
    parts.fetch(
      url,
      ownOf<RequestInit>({ credentials: 'same-origin', redirect: 'error', ...init }),
    );

  /** The request for the nonce that is under way: never two at a time. */
  function freshNonce(): Promise<string | null> {
    const url = nonceUrl === null ? null : ownUrl(nonceUrl);
    if (url === null) return Promise.resolve(null);
    asking ??= send(url, { cache: 'no-store' })
      .then(async (reply) => {
        const text = (await reply.text()).trim();
        return reply.ok && NONCE.test(text) ? text : null;
      })
      .catch(() => null)
      .finally(() => {
        asking = null;
      });
    return asking;
  }

  async function callOnce(
    ability: AbilityFacts,
    input: Json,
    signal: AbortSignal,
    traceparent: string | undefined,
  ): Promise<{ status: number; body: string }> {
    const { method, url, body } = toRequest(ability, input);
    const headers: Record<string, string> = { Accept: 'application/json' };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (nonce) headers['X-WP-Nonce'] = nonce;
    if (traceparent !== undefined) headers.traceparent = traceparent;
    try {
      const reply = await send(url, { method, headers, signal, ...(body ? { body } : {}) });
      const renewed = reply.headers.get('X-WP-Nonce');
      if (renewed !== null && NONCE.test(renewed)) nonce = renewed;
      return { status: reply.status, body: await reply.text() };
    } catch (error) {
      if (signal.aborted) throw error;
      // The network failed, so nobody knows whether the call arrived. Tell the agent to retry only an idempotent ability.
      throw new ToolError('unavailable', 'The site could not be reached.', {
        retryable: ability.isIdempotent,
        cause: error,
      });
    }
  }

  async function call(
    ability: AbilityFacts,
    input: Json,
    signal: AbortSignal,
    traceparent?: string,
  ): Promise<unknown> {
    if (nonce === undefined) nonce = await freshNonce();
    let reply = await callOnce(ability, input, signal, traceparent);
    const isNonceFault =
      errorName(reply) === 'rest_cookie_invalid_nonce' || (reply.status === 401 && !nonce);
    if (isNonceFault) {
      // WordPress refused the nonce before anything ran: the visitor may have signed in or out since. Try once with a new one.
      nonce = await freshNonce();
      if (nonce !== null) reply = await callOnce(ability, input, signal, traceparent);
    }
    return readAbilityReply(reply, ability.isIdempotent);
  }

  function adapt(entry: unknown): Tool | null {
    if (!isRecord(entry) || typeof entry.name !== 'string') return null;
    const { name, label, description, meta } = entry;
    const hints = isRecord(meta) && isRecord(meta.annotations) ? meta.annotations : {};
    const runUrl = ownUrl(entry.run_url);
    const isLocal = typeof entry.callback === 'function' && client !== null;
    if (runUrl === null && !isLocal) {
      warn?.(`The ability "${name}" is not offered: its run_url is not an address of this site.`);
      return null;
    }
    const schema = isRecord(entry.input_schema) ? (entry.input_schema as JsonObject) : {};
    const takesInput = Object.keys(schema).length > 0;
    // A tool's input must be an object. If the ability takes anything else, its input is the one field of that object.
    const isWrapped = takesInput && schema.type !== undefined && schema.type !== 'object';
    const isReadOnly = hints.readonly === true;
    const isIdempotent = isReadOnly || hints.idempotent === true;
    const isDestructive = hints.destructive === true;
    const facts: AbilityFacts = {
      runUrl: runUrl ?? '',
      isReadOnly,
      isDestructive,
      isIdempotent,
      takesInput,
    };
    const given = (input: JsonObject): Json => (isWrapped ? (input.input ?? null) : input);
    // Where the site words the question before a call. Asked of it at each call, as the run is, and changes nothing.
    const summaryUrl = isLocal ? null : ownUrl(entry.summary_url);
    try {
      return toTool<JsonObject>(
        {
          name: toToolName(name),
          ...(typeof label === 'string' ? { title: label } : {}),
          description: String(description || label || name),
          ...(isWrapped
            ? {
                inputSchema: { type: 'object', properties: { input: schema }, required: ['input'] },
              }
            : takesInput
              ? { inputSchema: schema }
              : {}),
          annotations: {
            readOnlyHint: isReadOnly,
            idempotentHint: isIdempotent,
            destructiveHint: isDestructive,
          },
          execute: (input, { signal, traceparent }) =>
            isLocal ? runLocal(name, input) : call(facts, given(input), signal, traceparent),
          ...(summaryUrl === null
            ? {}
            : {
                summarize: (input) =>
                  call(toSummary(facts, summaryUrl), given(input), new AbortController().signal),
              }),
        },
        'abilities',
      );
    } catch (error) {
      warn?.(
        `The ability "${name}" is not offered. ${error instanceof Error ? error.message : ''}`,
      );
      return null;
    }
  }

  /** The errors of the script interface have WordPress's codes too. */
  async function runLocal(name: string, input: JsonObject): Promise<unknown> {
    try {
      return await client?.executeAbility(name, input);
    } catch (error) {
      const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
      if (typeof code !== 'string') throw error;
      return readAbilityReply({ status: 400, body: writeJson({ code, message }) }, false);
    }
  }

  async function fetchCatalog(): Promise<unknown[]> {
    if (catalogUrl === null) return [];
    const url = ownUrl(catalogUrl);
    if (url === null) {
      warn?.('data-abilities must be an address of this site. No abilities are offered.');
      return [];
    }
    const reply = await send(url, { headers: { Accept: 'application/json' } });
    const body: unknown = reply.ok ? await reply.json() : null;
    const list = isRecord(body) ? body.abilities : body;
    if (Array.isArray(list)) return list;
    warn?.(`The catalog of abilities at ${url} answered ${reply.status} and no list.`);
    return [];
  }

  async function read(): Promise<void> {
    const found: unknown[] = [];
    try {
      found.push(...(await fetchCatalog()));
    } catch {
      warn?.('The catalog of abilities could not be read.');
    }
    try {
      client = await findClient();
      const local = await client?.getAbilities();
      if (Array.isArray(local)) found.unshift(...local.filter(isLocalAbility));
    } catch {
      warn?.("This page's own abilities could not be read.");
    }
    if (isClosed) return;
    const tools = new Map<string, Tool>();
    for (const entry of found) {
      const tool = adapt(entry);
      if (tool !== null && !tools.has(tool.name)) tools.set(tool.name, tool);
    }
    registry.replace('abilities', [...tools.values()]);
  }

  function refresh(): Promise<void> {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  }

  void refresh();

  return {
    refresh,
    close() {
      isClosed = true;
      registry.replace('abilities', []);
    },
  };
}

/** WordPress's script lists those of the server too, with a callback that asks it. Of these the owner's catalog chooses. */
function isLocalAbility(entry: unknown): boolean {
  if (!isRecord(entry) || typeof entry.callback !== 'function') return false;
  const annotations = isRecord(entry.meta) ? entry.meta.annotations : undefined;
  return !(isRecord(annotations) && annotations.serverRegistered === true);
}
