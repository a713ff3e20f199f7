// One call of the interface: where it is, what it takes, what it answers. The same value reads a request and stands in
// /openapi.json, so neither can say what the other doesn't.

import type { OpenAPIHono, RouteConfig } from '@hono/zod-openapi';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { MAX_BODY_BYTES, readJsonObject, readOptionalJsonObject } from '../http/body.ts';
import type { AppEnv } from '../http/route-module.ts';
import { ERROR_REPLIES } from './errors.ts';
import { read } from './explain.ts';

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

/** Reads one request, when the handler asks: who calls is known before anything is said of the body. */
export interface Call<Query extends z.ZodType, Body extends z.ZodType> {
  /** A parameter of the path, as the caller wrote it. */
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
  app.on(spec.method.toUpperCase(), path, (c) => handle(c, callOf(c, spec)));
}

function callOf<Query extends z.ZodType, Body extends z.ZodType>(
  c: Context<AppEnv>,
  spec: EndpointSpec<Query, Body>,
): Call<Query, Body> {
  return {
    param: (name) => c.req.param(name) ?? '',
    query: () => read(spec.query ?? z.unknown(), c.req.query()) as z.output<Query>,
    body: async () => {
      const readBody = spec.isBodyOptional === true ? readOptionalJsonObject : readJsonObject;
      const given = await readBody(c.req.raw, spec.maxBodyBytes ?? MAX_BODY_BYTES, spec.parse);
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
