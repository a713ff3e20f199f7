// What the tools room offers. The runner, the validator and the other sources load when they are first needed,
// so that a page which only registers tools pays for the registry alone.

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
