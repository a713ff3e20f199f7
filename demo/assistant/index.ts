// The shop's assistant as the gateway loads it: `--agent demo/assistant/index.ts`.

import type { AgentModule } from '../../gateway/agent.ts';
import { createConcierge } from './concierge.ts';

export default { name: 'concierge', agent: createConcierge() } satisfies AgentModule;
