import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Backend, startBackend } from '../peers/backend.ts';
import { CONTESTANTS } from '../peers/contestants.ts';
import { frameOf } from '../peers/direct-line.ts';
import { besideFloor, row } from '../peers/group.ts';
import { GROUPS } from '../peers/groups.ts';
import { formatResults, type Results } from '../peers/results.ts';
import { figure } from '../peers/sample.ts';
import { roundTrips } from '../peers/trips.ts';

const BENCH = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(BENCH, name), 'utf8');

describe('the page of results', () => {
  const results = JSON.parse(read('peers/results.json')) as Results;

  it('is what the benchmark wrote of its data, untouched by hand', () => {
    expect(read('results.md')).toBe(formatResults(results, GROUPS));
  });

  it('has no group that the benchmark has not', () => {
    const names = GROUPS.map(({ name }) => name);
    expect(Object.keys(results.groups).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('names the versions that the lock file installs', () => {
    const { packages } = JSON.parse(read('peers/package-lock.json')) as {
      packages: Record<string, { version?: string }>;
    };
    for (const { id, package: name } of CONTESTANTS) {
      if (name === null) continue;
      expect(results.versions[id]).toBe(packages[`node_modules/${name}`]?.version);
    }
  });

  it('is explained: README.md has a line for each group', () => {
    const text = read('README.md');
    for (const { name } of GROUPS) expect(text).toContain(`| \`${name}\` |`);
  });

  it('asks for a multiple of plain DOM’s figure, and for nothing where that was not measured', () => {
    const cells = { bellhop: figure([5]), floor: figure([4]) };
    const goalOf = (goal: Parameters<typeof row>[3]) => row('a row', 'ms', cells, goal).goal;
    expect(goalOf(besideFloor(cells, 1.5))).toEqual({ text: '≤ 1.5 × plain DOM', isMet: true });
    expect(goalOf(besideFloor(cells, 1))).toEqual({ text: '≤ plain DOM', isMet: false });
    expect(goalOf(besideFloor(cells, 1, 5.2))).toEqual({
      text: '≤ 5.2 or plain DOM',
      isMet: true,
    });
    expect(goalOf(besideFloor({ bellhop: figure([5]) }, 1.5))).toBeNull();
  });

  it('shows in bold where another chat is better, and what one cannot do as a reason', () => {
    const [first, ...others] = GROUPS;
    expect(first).toBeDefined();
    const rows: Results['groups'][string]['rows'] = [
      {
        what: 'a row',
        unit: 'ms',
        cells: {
          bellhop: figure([4]),
          floor: figure([2]),
          'deep-chat': figure([8]),
          n8n: { absent: 'has no such thing' },
        },
        goal: { text: '≤ 3 ms', isMet: false },
      },
    ];
    const groups = { [first?.name ?? '']: { rows, at: 'today', load: 1 } };
    const text = formatResults({ ...results, groups }, [...(first ? [first] : []), ...others]);
    expect(text).toContain(
      '| a row | 4 ms | **2 ms**, 0.50 × | 8 ms, 2 × | – ¹ | ≤ 3 ms: NOT MET |',
    );
    expect(text).toContain('¹ @n8n/chat: has no such thing.');
  });
});

describe('a figure', () => {
  it('is the median with the extremes, from eight values on with the quartiles', () => {
    expect(figure([3, 1, 2])).toEqual({ n: 3, median: 2, low: 1, high: 3 });
    expect(figure([1, 2, 3, 4, 5, 6, 7, 100])).toEqual({ n: 8, median: 4, low: 2, high: 6 });
  });

  it('refuses to be made of nothing', () => {
    expect(() => figure([])).toThrow('no measurements');
    expect(() => figure([Number.NaN])).toThrow('no measurements');
  });
});

describe('round trips', () => {
  const request = (startedAt: number, endedAt: number | null) => ({
    startedAt,
    endedAt,
    isMessage: false,
  });

  it('are counted once for requests that are under way together', () => {
    expect(roundTrips([request(0, 10), request(1, 12), request(11, 20), request(13, null)])).toBe(
      2,
    );
  });

  it('are none without a request', () => {
    expect(roundTrips([])).toBe(0);
  });
});

describe('the backend of the other chats', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.close());

  const post = (visitor: string, path: string, body: unknown): Promise<Response> =>
    fetch(`${backend.url}/${visitor}${path}`, { method: 'POST', body: JSON.stringify(body) });

  it('greets whoever writes, in the form that each chat reads', async () => {
    const message = { messages: [{ role: 'user', text: 'Good day' }] };
    const deepChat = await post(backend.admit('deep-chat', 0), '/chat', message);
    expect(await deepChat.text()).toBe('data: {"text":"Good day!"}\n\n');
    const n8n = await post(backend.admit('n8n', 0), '/webhook', { action: 'sendMessage' });
    const lines = (await n8n.text()).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['begin', 'item', 'end']);
    const flowise = await post(backend.admit('flowise', 0), '/api/v1/prediction/bench', {});
    expect(await flowise.text()).toContain('data:{"event":"token","data":"Good day!"}');
    const plain = await post(backend.admit('plain', 0), '/chat', message);
    expect(await plain.text()).toBe('Good day!');
  });

  it('hands an awaited answer over, to be written piece by piece', async () => {
    const visitor = backend.admit('plain', 0);
    const talk = backend.expect(visitor);
    const reply = post(visitor, '/chat', {});
    const { add, end } = await talk;
    add('one ');
    expect(backend.lastSentAt()).toBeGreaterThan(0);
    add('two');
    end();
    expect(await (await reply).text()).toBe('one two');
  });

  it('tells an earlier conversation in the form that each chat reads', async () => {
    const last = 'These are the last words.';
    const told = async (protocol: 'n8n' | 'deep-chat'): Promise<string> => {
      const visitor = backend.admit(protocol, 4);
      const asked =
        protocol === 'n8n'
          ? post(visitor, '/webhook', { action: 'loadPreviousSession' })
          : fetch(`${backend.url}/${visitor}/history`);
      return (await asked).text();
    };
    expect(JSON.parse(await told('n8n')).data).toHaveLength(4);
    expect(await told('n8n')).toContain(last);
    expect(JSON.parse(await told('deep-chat')).at(-1)).toMatchObject({ role: 'ai' });
  });

  it('speaks Direct Line over a socket: the echo, the text as it grows, the whole', async () => {
    const visitor = backend.admit('direct-line', 0);
    const opened = await (await post(visitor, '/v3/directline/conversations', {})).json();
    const socket = new WebSocket((opened as { streamUrl: string }).streamUrl);
    const seen: { type: string; text: string }[] = [];
    const whole = new Promise<void>((resolve) => {
      socket.onmessage = ({ data }) => {
        seen.push(...JSON.parse(String(data)).activities);
        if (seen.length === 3) resolve();
      };
    });
    await new Promise((resolve) => {
      socket.onopen = resolve;
    });
    await post(visitor, '/v3/directline/conversations/c1/activities', {
      type: 'message',
      text: 'Good day',
    });
    await whole;
    socket.close();
    expect(seen.map(({ type, text }) => `${type}: ${text}`)).toEqual([
      'message: Good day',
      'typing: Good day!',
      'message: Good day!',
    ]);
  });

  it('writes frames of every length as RFC 6455 says', () => {
    expect([...frameOf('hi')]).toEqual([0x81, 2, 0x68, 0x69]);
    expect([...frameOf('x'.repeat(200)).subarray(0, 4)]).toEqual([0x81, 126, 0, 200]);
    expect([...frameOf('x'.repeat(70_000)).subarray(0, 10)]).toEqual([
      0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70,
    ]);
  });
});
