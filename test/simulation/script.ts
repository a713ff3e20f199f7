// The agent's steps for a message of a schedule; the message's second word chooses them.

import type { Step } from './model-gateway.ts';

export function scriptOf(message: string): Step[] {
  const [name = 'm', kind = 'say'] = message.split(' ');
  const say: Step = { kind: 'say', text: `re ${name}` };
  const call = (...names: string[]): Step => ({ kind: 'call', names });
  switch (kind) {
    case 'long':
      return [say, { kind: 'wait', ms: 4_000 }, say];
    case 'once':
    case 'read':
    case 'same':
    case 'ask':
    case 'slow':
    case 'go':
    case 'stay':
    case 'sure':
    case 'throws':
    case 'ghost':
      return [call(kind), say];
    case 'two':
      return [call('once', 'read'), call('once'), say];
    case 'mix':
      return [call('ask', 'slow'), say];
    case 'big':
      return [call('big', 'big', 'big', 'big', 'big'), say];
    case 'odd':
      return [
        { kind: 'emit', type: 'agent.hologram' },
        { kind: 'think', text: 'hm' },
        say,
        { kind: 'emit', type: 'session.weather' },
      ];
    case 'fail':
      return [{ kind: 'fail', code: 'upstream_error' }];
    default:
      return [say];
  }
}
