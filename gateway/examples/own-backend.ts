// An agent that asks an HTTP backend of your own. Copy it, and start the gateway with `--agent ./own-backend.ts`:
// BACKEND_URL gets {"question": "…"} by POST and answers {"answer": "…"}. Outside of this repository the types come from
// 'bellhop-gateway/agent'.

import type { AgentModule } from '../agent.ts';

export default {
  name: 'own-backend',
  agent: {
    async *turn({ history, signal }) {
      const asked = history.findLast((event) => event.type === 'user.message');
      const blocks = asked?.type === 'user.message' ? asked.content : [];
      const question = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
      const reply = await fetch(process.env.BACKEND_URL ?? '', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ question }),
        signal,
      });
      if (!reply.ok) return yield { kind: 'fail', code: 'upstream_error' };
      const { answer } = (await reply.json()) as { answer?: unknown };
      yield { kind: 'message', blocks: [{ type: 'text', text: String(answer) }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  },
} satisfies AgentModule;
