// Ways to break a gateway in one place, as a wrapper around it: the conformance checks must notice each.

export type Next = (request: Request) => Promise<Response>;
export type Mutant = (request: Request, next: Next) => Promise<Response>;

/** Changes the address before the gateway sees it. */
export const asks =
  (change: (url: URL) => void): Mutant =>
  (request, next) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/admin')) change(url);
    return next(new Request(url, request));
  };

/** Changes the reply's status, headers or text. */
export const answers =
  (
    change: (reply: { status: number; headers: Headers; text: string }, request: Request) => void,
  ): Mutant =>
  async (request, next) => {
    const response = await next(request);
    const { status } = response;
    const reply = { status, headers: new Headers(response.headers), text: await response.text() };
    if (!request.url.includes('/admin')) change(reply, request);
    reply.headers.delete('content-length');
    return new Response(reply.status === 204 ? null : reply.text, reply);
  };

export const json = (change: (body: Record<string, unknown>) => void): Mutant =>
  answers((reply) => {
    const body = JSON.parse(reply.text) as Record<string, unknown>;
    change(body);
    reply.text = JSON.stringify(body);
  });

export const eachEvent = (change: (event: Record<string, unknown>) => void): Mutant =>
  json(({ data }) => {
    if (Array.isArray(data)) for (const event of data) change(event as Record<string, unknown>);
  });

/** Changes the events of a send before the gateway sees them. */
export const sends =
  (change: (event: Record<string, unknown>) => void): Mutant =>
  async (request, next) => {
    const text = await request.clone().text();
    if (request.url.includes('/admin') || !text.includes('"events"')) return next(request);
    const body = JSON.parse(text) as { events: Record<string, unknown>[] };
    for (const event of body.events) change(event);
    return next(new Request(request, { body: JSON.stringify(body) }));
  };

/** What is broken, the check that must notice it, and the wrapper. */
export type NamedMutant = readonly [broken: string, caughtBy: string, mutant: Mutant];
