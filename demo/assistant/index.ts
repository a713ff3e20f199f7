// The shop's assistant as the gateway loads it: `--agent demo/assistant/index.ts`. Its model of sentences loads in the background.

import type { AgentModule } from '../../gateway/agent.ts';
import { createConcierge } from './concierge.ts';
import { createMeaning } from './meaning.ts';

export default { name: 'concierge', agent: createConcierge(createMeaning()) } satisfies AgentModule;
