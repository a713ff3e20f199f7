// The npm entry `./testing`: a page's tools and its chat in tests, without a gateway and without a network. It runs in Node and in
// browsers, under any runner of tests.

export type { Json, JsonObject } from './protocol/json.ts';
export {
  createTestGateway,
  type Page,
  type Route,
  type TestEvent,
  type TestGateway,
  toRoute,
} from './testing/gateway.ts';
export type { Script, Step } from './testing/script.ts';
export {
  createToolBench,
  type HeardResult,
  type TestCall,
  type ToolBench,
} from './testing/tool-bench.ts';
export type { CallState, PageTool, ToolQuestion } from './tools/types.ts';
