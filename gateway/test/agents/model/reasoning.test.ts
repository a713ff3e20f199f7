import { describe, expect, it } from 'vitest';
import { createTurnRecorder, keep, NO_THOUGHTS } from '../../../agents/model/reasoning.ts';

const ANTHROPIC = { provider: 'anthropic.messages', modelId: 'claude' };
const OPENAI = { provider: 'openai.responses', modelId: 'gpt' };

type Part = Parameters<ReturnType<typeof createTurnRecorder>['take']>[0];

function record(model: { provider: string }, ...parts: Part[]) {
  const recorder = createTurnRecorder(model);
  for (const part of parts) recorder.take(part);
  return recorder.parts();
}

describe('what is kept of a turn', () => {
  it('has a thought’s metadata from all of its pieces', () => {
    const parts = record(
      ANTHROPIC,
      { type: 'reasoning-start', id: '0', providerMetadata: { anthropic: { kind: 'a' } } },
      { type: 'reasoning-delta', id: '0', text: 'Hm' },
      {
        type: 'reasoning-delta',
        id: '0',
        text: '',
        providerMetadata: { anthropic: { signature: 'c2ln' } },
      },
      { type: 'reasoning-end', id: '0', providerMetadata: { anthropic: { kind: 'b' } } },
    );
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Hm', metadata: { anthropic: { kind: 'b', signature: 'c2ln' } } },
    ]);
  });

  it('has every summary of a sealed thought, and none of a thought that isn’t sealed', () => {
    const open = (id: string, itemId: string, sealed: string | null): Part[] => [
      {
        type: 'reasoning-start',
        id,
        providerMetadata: { openai: { itemId, reasoningEncryptedContent: null } },
      },
      { type: 'reasoning-delta', id, text: id },
      {
        type: 'reasoning-end',
        id,
        providerMetadata: {
          openai: { itemId, ...(sealed === null ? {} : { reasoningEncryptedContent: sealed }) },
        },
      },
    ];
    const parts = record(
      OPENAI,
      ...open('rs_1:0', 'rs_1', null),
      ...open('rs_1:1', 'rs_1', 'sealed'),
      ...open('rs_2:0', 'rs_2', null),
    );
    expect(parts.map((part) => part.type === 'reasoning' && part.text)).toEqual([
      'rs_1:0',
      'rs_1:1',
    ]);
  });

  it('has no search whose result never came', () => {
    const call = { toolName: 'web_search', providerExecuted: true, input: {} };
    const parts = record(
      ANTHROPIC,
      { type: 'tool-call', toolCallId: 'a', ...call },
      { type: 'tool-call', toolCallId: 'b', ...call },
      { type: 'tool-result', toolCallId: 'b', ...call, output: [] },
    );
    expect(parts.map((part) => part.type === 'hosted' && part.id)).toEqual(['b', 'b']);
  });

  it('is nothing where a model only calls, or where it is longer than anybody keeps', () => {
    const thought = (text: string) =>
      record(ANTHROPIC, {
        type: 'reasoning-start',
        id: '0',
        providerMetadata: { anthropic: { signature: text } },
      });
    expect(keep(ANTHROPIC, [{ type: 'text' }, { type: 'call' }], NO_THOUGHTS)).toBeNull();
    expect(keep(ANTHROPIC, thought('x'.repeat(1_000_000)), NO_THOUGHTS)).toBeNull();
    expect(keep(ANTHROPIC, thought('x'), NO_THOUGHTS)).toMatchObject({
      model: 'anthropic.messages/claude',
    });
  });
});
