// A server of embeddings on this machine, in OpenAI's protocol: its vectors say which of a few subjects a text speaks of, in
// whatever words. Knows what it was asked, and fails when told to.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One dimension each. */
const SUBJECTS = [
  /refund|money back|reimburs/i,
  /parcel|deliver|get here/i,
  /dishwasher|clean|wash/i,
] as const;

export interface EmbeddingsServer {
  url: string;
  /** The texts of each request, and its model. */
  asked: { input: string[]; model: string; dimensions?: number }[];
  headers: IncomingHttpHeaders[];
  /** Answers these next requests otherwise: with a status, or with a body of its own. */
  fail(...replies: (number | object)[]): void;
  close(): Promise<void>;
}

export async function createEmbeddingsServer(): Promise<EmbeddingsServer> {
  const asked: EmbeddingsServer['asked'] = [];
  const headers: IncomingHttpHeaders[] = [];
  const failures: (number | object)[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as EmbeddingsServer['asked'][number];
    asked.push(body);
    headers.push(request.headers);
    const failure = failures.shift();
    const data = body.input.map((text, index) => ({ index, embedding: vectorOf(text) }));
    response.writeHead(typeof failure === 'number' ? failure : 200, {
      'Content-Type': 'application/json',
    });
    const refusal = { error: { message: 'not now', type: 'server_error' } };
    const reply =
      typeof failure === 'number' ? refusal : (failure ?? { data, usage: usageOf(body.input) });
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    headers,
    fail: (...replies) => failures.push(...replies),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A token for each word. */
function usageOf(input: readonly string[]) {
  const tokens = input.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return { prompt_tokens: tokens, total_tokens: tokens };
}

/** The last dimension is of texts that speak of none. */
function vectorOf(text: string): number[] {
  const found = SUBJECTS.map((subject) => (subject.test(text) ? 1 : 0));
  return [...found, found.some((one) => one === 1) ? 0.1 : 1];
}
