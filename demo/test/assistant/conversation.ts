// Plays a conversation with the concierge: a visitor's lines, and a shop that answers its tool calls.
// Keeps the events as a gateway would, so that the agent sees nothing but history.

import type {
  Agent,
  AgentOutput,
  Citation,
  Passage,
  SessionEvent,
  ToolDefinition,
  ToolResultBlock,
} from '../../../gateway/agent.ts';
import { searchDocuments } from '../../../gateway/knowledge/knowledge-index.ts';
import { createConcierge } from '../../assistant/concierge.ts';
import { BY_WORDS } from '../../assistant/meaning.ts';
import { DOCUMENTS, fail, type Shop, TOOLS } from '../shop.ts';

export interface Reply {
  text: string;
  citations: Citation[];
  calls: { name: string; input: Record<string, unknown> }[];
  thoughts: string[];
  outputs: AgentOutput[];
}

export interface Conversation {
  say(...messages: string[]): Promise<Reply>;
}

export interface ConversationOptions {
  shop?: Shop;
  tools?: ToolDefinition[];
  documents?: { uri: string; title: string; text: string }[];
  agent?: Agent;
  /** Tools whose question the visitor leaves open, to write on instead. */
  leavesOpen?: string[];
}

export function converse(options: ConversationOptions = {}): Conversation {
  const agent = options.agent ?? createConcierge(BY_WORDS);
  const search = searchDocuments(options.documents ?? DOCUMENTS);
  const history: SessionEvent[] = [];
  let count = 0;
  const id = (): string => `event_${++count}`;
  const base = () => ({ id: id(), processed_at: null });

  const conversation: Conversation = {
    async say(...messages) {
      for (const text of messages) {
        history.push({ ...base(), type: 'user.message', content: [{ type: 'text', text }] });
      }
      history.push({ ...base(), type: 'session.status_running' });
      const reply: Reply = {
        text: '',
        citations: [],
        calls: [],
        thoughts: [],
        outputs: [],
      };
      for (let turn = 1; turn <= 12; turn++) {
        const used: { id: string; name: string; input: Record<string, unknown> }[] = [];
        let isEnded = false;
        const context = {
          history: structuredClone(history),
          tools: options.tools ?? TOOLS,
          turn,
          search: async (query: string, limit: number): Promise<Passage[]> => search(query, limit),
          random: () => 0.5,
          sleep: async () => {},
          signal: new AbortController().signal,
          contextWindow: 128_000,
          script: null,
        };
        for await (const output of agent.turn(context)) {
          reply.outputs.push(output);
          if (output.kind === 'thought') reply.thoughts.push(output.text);
          if (output.kind === 'end') isEnded = true;
          if (output.kind === 'message') {
            history.push({ ...base(), type: 'agent.message', content: output.blocks });
            for (const block of output.blocks) {
              if (block.type !== 'text') continue;
              reply.text = block.text;
              reply.citations = block.citations ?? [];
            }
          }
          if (output.kind === 'tool_use') {
            const call = { id: `use_${++count}`, name: output.name, input: output.input };
            used.push(call);
            reply.calls.push({ name: call.name, input: call.input });
            history.push({
              ...base(),
              type: 'agent.tool_use',
              content: [
                {
                  type: 'tool_use',
                  id: call.id,
                  name: call.name,
                  input: JSON.parse(JSON.stringify(call.input)),
                },
              ],
            });
          }
        }
        if (isEnded) {
          history.push({
            ...base(),
            type: 'session.status_idle',
            content: { stop_reason: 'end_turn', context_tokens: 0 },
          });
          return reply;
        }
        if (used.length === 0) throw new Error('a turn neither ended nor called a tool');
        history.push({
          ...base(),
          type: 'session.status_idle',
          content: {
            stop_reason: 'client_tool_use',
            context_tokens: 0,
            tool_use_ids: used.map((call) => call.id),
          },
        });
        if (used.some(({ name }) => options.leavesOpen?.includes(name))) {
          for (const call of used) {
            const content: ToolResultBlock[] = [
              {
                type: 'tool_result',
                tool_use_id: call.id,
                is_error: true,
                error_code: 'cancelled',
              },
            ];
            history.push({ ...base(), type: 'user.tool_result', content });
          }
          return reply;
        }
        for (const call of used) {
          const result =
            (await options.shop?.[call.name]?.(call.input)) ??
            fail('tool_unavailable', 'No such tool.');
          history.push({
            ...base(),
            type: 'user.tool_result',
            content: [{ type: 'tool_result', tool_use_id: call.id, ...result }],
          });
        }
      }
      throw new Error('the run never ended');
    },
  };
  return conversation;
}
