// The door for those who run a gateway inside a program of their own: `createGateway` answers requests, `openDatabase`
// keeps what it stores, `openBus` joins it with other processes on the same server, `openCounts` counts limits with them. The command line is main.ts, the door
// for agents agent.ts.

export { type AgentModule, loadAgent } from './agents/load-agent.ts';
export { type AgentRegistry, createAgentRegistry } from './agents/registry.ts';
export type { DeskFile, DeskFiles } from './desk/desk.ts';
export { openDeskFiles } from './desk/desk-files.ts';
export { openWidget } from './desk/widget-files.ts';
export { createGateway, type Gateway, type GatewayParts } from './gateway.ts';
export { openDatabase } from './kernel/db/open.ts';
export { DatabaseUnavailable, type Db } from './kernel/db/types.ts';
export type { Counts } from './kernel/limits/counts.ts';
export { openCounts } from './kernel/limits/redis-counts.ts';
export { createTextLog, type Log, type LogFields } from './kernel/observability/log.ts';
export type { FinishedSpan, SpanSink } from './kernel/observability/trace.ts';
export { openBus } from './log/bus/open-bus.ts';
export type { Bus } from './log/bus/types.ts';
export type { EventDraft } from './log/session-log.ts';
export { toWire } from './log/stored-event.ts';
export type { GatewayOptions } from './options.ts';
