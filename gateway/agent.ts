// The door for those who write an agent: its interface, the wire's types, and what helps to read a conversation.
// An agent's module has one default export, an AgentModule, and is loaded with `--agent MODULE`.

export type { AgentModule } from './agents/load-agent.ts';
export type {
  Agent,
  AgentOutput,
  AgentUsage,
  KeptReasoning,
  OpenCall,
  Passage,
  Price,
  PriceTable,
  ProviderCall,
  RunPosition,
  Summary,
  SummaryRequest,
  TurnContext,
} from './agents/types.ts';
export { contentStems, fold, isStopWord, stem, tokens } from './agents/words.ts';
export type { HistoryEvent, PageContext } from './log/history-event.ts';
export { estimateTokens, historyTokens } from './log/tokens.ts';
export * from './wire.ts';
