// The door of the tools room. Its words, in the order in which one call of a tool meets them; each is a file:
//
//   runner       all calls of a conversation in this tab. src/widget/tool-calls.ts hands it what the log waits for
//   call         one call as this tab sees it, with its waits. Its work goes through the pipeline, in stages:
//   pipeline       turn       waits while another tab has the call
//                  recovery   says what became of it, if a page that is gone had begun it
//                  find       waits for the page to register the tool
//                  input      frozen, and checked by the tool's schema (validate)
//                  question   asks the visitor, unless the tool or an earlier approval says that it may run
//                  claim      this tab has the call, and starts
//                  run        one run of the tool's handler
//                  result     what it returned or threw, as the block for the gateway
//   journal      a durable row for each call: claimed → started → finished → posted → acknowledged or discarded
//   post         the results of one pause go to the gateway together, by one tab
//
// All parts share a context, made by the runner. tab-events says what the other tabs and the page's life do to calls.
// The runner, the validator and the other sources load when they are first needed, so that a page which only registers
// tools pays for the registry alone.

export { defineTool, type FromSchema } from './define-tool.ts';
export { readable } from './descriptor.ts';
export { createToolRegistry, type ToolDefinition, type ToolRegistry } from './registry.ts';
export { ToolError, type ToolErrorDetails } from './tool-error.ts';
export type * from './types.ts';

export const loadToolRunner = () => import('./runner.ts');
export const loadWebMcpSource = () => import('./sources/webmcp.ts');
export const loadWebMcpPublisher = () => import('./publish-webmcp.ts');
export const loadCardsSource = () => import('./sources/cards.ts');
export const loadAbilitiesSource = () => import('./sources/abilities.ts');
