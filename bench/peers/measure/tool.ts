// A call of a tool that the page offers.

import { measureCalls } from '../../tools.ts';
import { contestant } from '../contestants.ts';
import { besideFloor, cellsOf, type Group, note, row, type Values } from '../group.ts';

export const tool: Group = {
  name: 'tool',
  title: 'A call of a tool of the page',
  how: 'Bellhop’s own pipeline on the browser’s real storage and locks: what a call costs beyond its handler and the network. It waits for a durable write before the handler starts, so that no crash can double it. Beside it, as plain DOM, one fetch to the page’s own server.',
  async run({ stage, contestants }) {
    const calls: Values = new Map();
    if (!contestants.includes(contestant('bellhop'))) return [];
    for (const { callMs, fetchMs } of await measureCalls(stage.browser)) {
      note(calls, contestant('bellhop'), callMs);
      note(calls, contestant('floor'), fetchMs);
    }
    const none = 'has no tools that the page offers and the server calls';
    const cells = cellsOf(calls, {
      'deep-chat':
        'calls functions only when it talks to a model provider directly, with the key in the page',
      n8n: none,
      flowise: none,
      webchat: 'leaves events of the server to code of the page, which would be what is measured',
    });
    return [row('beyond its handler and the network', 'ms', cells, besideFloor(cells, 1, 5.2))];
  },
};
