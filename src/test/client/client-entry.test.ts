import { afterEach, describe, expect, it, vi } from 'vitest';
import { createScriptedFetch, json, refusal } from '../../../test/doubles/scripted-fetch.ts';
import { createGatewayClient, EVENT_TYPES, GatewayError } from '../../client.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the client for npm', () => {
  it('needs an address and a token only', async () => {
    const network = createScriptedFetch(json({ data: [] }));
    vi.stubGlobal('fetch', network.fetch);
    const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', token: 'k' });
    expect(await gateway.list('s1')).toEqual({ data: [], next_page: null });
    expect(network.calls[0]?.headers.get('authorization')).toBe('Bearer k');
    expect(EVENT_TYPES).toContain('agent.message');
  });

  it('asks getToken once, and again after a refusal', async () => {
    const network = createScriptedFetch(json({ data: [] }), refusal(401), json({ data: [] }));
    let count = 0;
    const gateway = createGatewayClient({
      baseUrl: 'https://gateway.example',
      getToken: () => {
        count += 1;
        return `k${count}`;
      },
      fetch: network.fetch,
    });
    await gateway.list('s1');
    await gateway.list('s1');
    expect(network.calls.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer k1',
      'Bearer k1',
      'Bearer k2',
    ]);
  });

  it('does not repeat a request with a fixed token that was refused', async () => {
    const network = createScriptedFetch(refusal(401));
    const gateway = createGatewayClient({
      baseUrl: 'https://g.example',
      token: 'k',
      fetch: network.fetch,
    });
    await expect(gateway.list('s1')).rejects.toBeInstanceOf(GatewayError);
    expect(network.calls.length).toBe(1);
  });

  it('repeats a read, as often as it is told', async () => {
    vi.useFakeTimers();
    try {
      const asked = async (tries?: number) => {
        const network = createScriptedFetch(refusal(503), refusal(503), refusal(503));
        const gateway = createGatewayClient({
          baseUrl: 'https://g.example',
          token: 'k',
          fetch: network.fetch,
          ...(tries === undefined ? {} : { tries }),
        });
        const failed = expect(gateway.list('s1')).rejects.toMatchObject({ code: 'unavailable' });
        await vi.runAllTimersAsync();
        await failed;
        return network.calls.length;
      };
      expect([await asked(), await asked(2), await asked(1)]).toEqual([3, 2, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('says what is missing', () => {
    expect(() => createGatewayClient({ baseUrl: 'https://g.example', token: '' })).toThrow(
      'needs a token',
    );
    expect(() => createGatewayClient({ baseUrl: 'g.example', token: 'k' })).toThrow(
      'baseUrl must be',
    );
  });
});
