// What a conversation needs once the gateway waits for a tool: what runs calls, and what posts their results. One file,
// which most conversations never fetch.

export { createResults } from '../session/results.ts';
export { createToolRunner } from '../tools/runner.ts';
