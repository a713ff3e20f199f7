// The gateway that the package has for tests, on a server of its own. It was written from the interface alone; where that leaves
// room it decides otherwise than the reference gateway: no stream, no created_at, ids of another form, the content of
// session.status_idle as an array of one, error envelopes as strings, no traceparents, other statuses on success. No run of it fails.

import { createTestGateway, type Script } from '../../../src/testing.ts';
import { listen, readBody } from './listen.ts';
import type { Step, TestGateway } from './test-gateway.ts';

export async function startOtherGateway(script: Step[][]): Promise<TestGateway> {
  const gateway = createTestGateway(script as Script);
  const { url, close } = await listen(async (request, response) => {
    const { method = 'GET', headers } = request;
    const hasBody = method === 'POST';
    const reply = await gateway(
      new Request(new URL(request.url ?? '/', 'http://other.test'), {
        method,
        headers: { authorization: headers.authorization ?? '' },
        ...(hasBody && { body: await readBody(request) }),
      }),
    );
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  });
  return {
    url,
    close,
    issue: async (request) => gateway.issue(request),
    events: async (sessionId) => [...gateway.events(sessionId)],
  };
}
