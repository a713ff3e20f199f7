// What each peer's server has to say, in that peer's own form. One function each: it answers a request that is no message, or
// begins the answer to one and returns the hand that writes it.

import type { ServerResponse } from 'node:http';
import type { Stream } from './direct-line.ts';
import { historyOf } from './history.ts';

export interface Talk {
  add(text: string): void;
  end(): void;
}

export interface Asked {
  method: string;
  /** Below the visitor's own address. */
  path: string;
  body: string;
  /** How many messages this visitor has from before. */
  history: number;
  /** Direct Line's socket, once it is open. */
  stream: Stream | null;
  origin: string;
  visitor: string;
}

export type Protocol = 'plain' | 'deep-chat' | 'n8n' | 'flowise' | 'direct-line';

export const PROTOCOLS: Readonly<
  Record<Protocol, (asked: Asked, response: ServerResponse) => Talk | null>
> = {
  plain(asked, response) {
    if (asked.method === 'GET') return json(response, historyOf(asked.history));
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    return written(response, (text) => text);
  },

  'deep-chat'(asked, response) {
    if (asked.method === 'GET') {
      const past = historyOf(asked.history);
      return json(
        response,
        past.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'ai', text })),
      );
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return written(response, (text) => `data: ${JSON.stringify({ text })}\n\n`);
  },

  n8n(asked, response) {
    if (/"action":"loadPreviousSession"/.test(asked.body)) {
      const data = historyOf(asked.history).map(({ role, text }) => ({
        id: ['langchain_core', 'messages', role === 'user' ? 'HumanMessage' : 'AIMessage'],
        kwargs: { content: text },
      }));
      return json(response, { data });
    }
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    const metadata = { nodeId: 'agent', nodeName: 'Agent', runIndex: 0, itemIndex: 0 };
    const line = (value: object): string => `${JSON.stringify({ ...value, metadata })}\n`;
    response.write(line({ type: 'begin' }));
    return written(response, (content) => line({ type: 'item', content }), line({ type: 'end' }));
  },

  flowise(asked, response) {
    if (asked.path.startsWith('/api/v1/chatflows-streaming'))
      return json(response, { isStreaming: true });
    if (!asked.path.startsWith('/api/v1/prediction')) return json(response, {});
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const event = (name: string, data: unknown): string =>
      `message:\ndata:${JSON.stringify({ event: name, data })}\n\n`;
    response.write(event('start', ''));
    return written(response, (text) => event('token', text), event('end', '[DONE]'));
  },

  'direct-line'(asked, response) {
    if (asked.path.endsWith('/conversations') || asked.path.includes('/tokens/')) {
      const host = asked.origin.replace('http', 'ws');
      return json(response, {
        conversationId: 'c1',
        token: 'a-token-of-the-bench',
        expires_in: 3600,
        streamUrl: `${host}/${asked.visitor}/stream`,
      });
    }
    const { stream } = asked;
    if (!asked.path.endsWith('/activities') || asked.method !== 'POST' || stream === null) {
      return json(response, { activities: [] });
    }
    const sent = JSON.parse(asked.body) as { type: string; text?: string; channelData?: object };
    if (sent.type !== 'message') return json(response, { id: 'ignored' });
    const id = stream.send({
      type: 'message',
      text: sent.text ?? '',
      from: { id: 'visitor', role: 'user' },
      channelData: { ...sent.channelData },
    });
    json(response, { id });
    const from = { id: 'bot', role: 'bot' } as const;
    let text = '';
    let streamId: string | undefined;
    let streamSequence = 0;
    return {
      // Each piece holds all that was written so far: that is how Web Chat streams.
      add(piece) {
        text += piece;
        streamSequence += 1;
        const channelData = { streamType: 'streaming', streamSequence, streamId };
        const sentId = stream.send({ type: 'typing', text, from, channelData });
        streamId ??= sentId;
      },
      end() {
        stream.send({
          type: 'message',
          text,
          from,
          channelData: { streamType: 'final', streamId },
        });
      },
    };
  },
};

function json(response: ServerResponse, value: unknown): null {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  return null;
}

function written(response: ServerResponse, piece: (text: string) => string, last = ''): Talk {
  return {
    add: (text) => void response.write(piece(text)),
    end: () => void response.end(last),
  };
}
