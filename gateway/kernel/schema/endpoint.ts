// One call of the interface: where it is, what it takes, what it answers. The same value reads a request and stands in
// /openapi.json, so neither can say what the other doesn't.

import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { MAX_BODY_BYTES, readJsonObject, readOptionalJsonObject } from '../http/body.ts';
import type { AppEnv } from '../http/route-module.ts';
import { ERROR_REPLIES } from './errors.ts';
import { read } from './explain.ts';
import { knownFieldsOf, requireKnownParameters } from './unknown-names.ts';

export interface EndpointSpec<Query extends z.ZodType, Body extends z.ZodType> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for each parameter. */
  path: string;
  tag: string;
  summary: string;
  /** The bearer tokens that it takes, in words, as `the admin key`. */
  auth: string;
  /** True: it takes no bearer token. */
  isOpen?: boolean;
  query?: Query;
  body?: Body;
  /** True: no body at all means an empty object. */
  isBodyOptional?: boolean;
  maxBodyBytes?: number;
  parse?: (text: string) => unknown;
  /** The schema of each success; null: without a body. The refusals are the same everywhere. */
  replies: Readonly<Record<number, z.ZodType | null>>;
}

/**
 * Reads one request, when the handler asks: who calls is known before anything is said of the body. Under /admin each of these
 * also refuses a request with a parameter that its call doesn't have; `body` one with an unknown field.
 */
export interface Call<Query extends z.ZodType, Body extends z.ZodType> {
  /** A parameter of the path, as the caller wrote it. @throws HttpError 400 for an unknown parameter */
  param(name: string): string;
  /** @throws HttpError 400 */
  query(): z.output<Query>;
  /** @throws HttpError 400, 413 */
  body(): Promise<z.output<Body>>;
}

/** Names the types of a call's query and body, so that `serve` gives the handler what the schemas read. */
export function endpoint<Query extends z.ZodType, Body extends z.ZodType>(
  spec: EndpointSpec<Query, Body>,
): EndpointSpec<Query, Body> {
  return spec;
}

/** Adds the endpoint to the app and to its document. */
export function serve<Query extends z.ZodType, Body extends z.ZodType>(
  app: OpenAPIHono<AppEnv>,
  spec: EndpointSpec<Query, Body>,
  handle: (c: Context<AppEnv>, call: Call<Query, Body>) => Promise<Response>,
): void {
  app.openAPIRegistry.registerPath(describe(spec));
  const path = spec.path.replace(/\{(\w+)\}/g, ':$1');
  const requireKnown = knownOf(spec);
  app.on(spec.method.toUpperCase(), path, async (c) =>
    handle(c, callOf(c, spec, await requireKnown(c))),
  );
}

/** Looks at a request, and gives what refuses it later, once it is known who calls. */
type RequireKnown = (c: Context<AppEnv>) => Promise<Known>;

interface Known {
  /** @throws HttpError 400 */
  requireQuery(): void;
  /** @throws HttpError 400 */
  requireBody(given: unknown): void;
}

/**
 * Names in /admin are the operator's own, and a mistyped one that is passed over looks like one that was obeyed. Visitors' clients
 * and the interface's own calls may be newer than the gateway: what they say besides is passed over.
 */
function knownOf<Query extends z.ZodType, Body extends z.ZodType>({
  path,
  method,
  query,
  body,
}: EndpointSpec<Query, Body>): RequireKnown {
  if (!path.startsWith('/admin/')) {
    return async () => ({ requireQuery() {}, requireBody() {} });
  }
  const parameters = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const requireBody = knownFieldsOf(body ?? z.object({}));
  return async (c) => {
    // A call without a body reads it here alone.
    const stray = body === undefined && method !== 'get' ? await strayBody(c.req.raw) : {};
    return {
      requireQuery() {
        requireKnownParameters(Object.keys(c.req.query()), parameters);
        requireBody(stray);
      },
      requireBody,
    };
  };
}

const MAX_STRAY_BYTES = 64 * 1024;

/** What came as a body where none belongs. Anything but an object says nothing that could be meant. */
async function strayBody(request: Request): Promise<unknown> {
  if (request.body === null) return {};
  return readOptionalJsonObject(request, MAX_STRAY_BYTES).catch(() => ({}));
}

function callOf<Query extends z.ZodType, Body extends z.ZodType>(
  c: Context<AppEnv>,
  spec: EndpointSpec<Query, Body>,
  known: Known,
): Call<Query, Body> {
  return {
    param(name) {
      known.requireQuery();
      return c.req.param(name) ?? '';
    },
    query() {
      known.requireQuery();
      return read(spec.query ?? z.unknown(), c.req.query()) as z.output<Query>;
    },
    async body() {
      known.requireQuery();
      const readBody = spec.isBodyOptional === true ? readOptionalJsonObject : readJsonObject;
      const given = await readBody(c.req.raw, spec.maxBodyBytes ?? MAX_BODY_BYTES, spec.parse);
      known.requireBody(given);
      return read(spec.body ?? z.unknown(), given) as z.output<Body>;
    },
  };
}

function describe(spec: EndpointSpec<z.ZodType, z.ZodType>): RouteConfig {
  const params = [...spec.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name ?? '', z.string()]);
  return {
    method: spec.method,
    path: spec.path,
    tags: [spec.tag],
    summary: spec.summary,
    description: `Takes ${spec.auth}.`,
    security: spec.isOpen === true ? [] : [{ bearer: [] }],
    request: {
      ...(params.length === 0 ? {} : { params: z.object(Object.fromEntries(params)) }),
      ...(spec.query instanceof z.ZodObject ? { query: spec.query } : {}),
      ...(spec.body === undefined
        ? {}
        : {
            body: {
              required: spec.isBodyOptional !== true,
              content: { 'application/json': { schema: spec.body } },
            },
          }),
    },
    responses: {
      ...Object.fromEntries(
        Object.entries(spec.replies).map(([status, schema]) => [
          status,
          schema === null
            ? { description: 'Done.' }
            : { description: 'Done.', content: { 'application/json': { schema } } },
        ]),
      ),
      ...ERROR_REPLIES,
    },
  };
}
