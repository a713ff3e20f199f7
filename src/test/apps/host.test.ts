import { expect, it } from 'vitest';
import {
  type ActPorts,
  createHost,
  MAX_MESSAGE_CHARS,
  MAX_MESSAGES_PER_SECOND,
  MAX_PENDING,
  type ServerPorts,
  type ShowPorts,
} from '../../apps/host.ts';
import type { JsonObject } from '../../protocol/index.ts';

const SERVER: ServerPorts = {
  callTool: async (name, input) => ({ content: [], structuredContent: { name, input } }),
  readResource: async (uri) => ({ contents: [{ uri, text: 'x' }] }),
};

function start(given: Partial<ShowPorts & ActPorts> & { isReadOnly?: true } = {}) {
  const posted: JsonObject[] = [];
  const ended: string[] = [];
  const sizes: number[] = [];
  let at = 0;
  const host = createHost(
    {
      tool: { name: 'map', inputSchema: { type: 'object' } },
      input: { city: 'Rome' },
      result: { content: [{ type: 'text', text: 'Here.' }] },
      permissions: {},
    },
    {
      post: (message) => posted.push(message),
      now: () => at,
      context: () => ({ theme: 'dark' }),
      server: SERVER,
      openLink: async () => true,
      sendMessage: async () => true,
      saveFiles: async () => true,
      resize: (height) => sizes.push(height),
      setMode: (mode) => mode,
      log() {},
      ready() {},
      end: (why) => ended.push(why),
      ...given,
    },
  );
  const ask = async (method: string, params: JsonObject = {}, id = 1) => {
    host.receive({ jsonrpc: '2.0', id, method, params });
    await new Promise<void>((resolve) => setImmediate(resolve));
    return posted.at(-1);
  };
  const tell = (method: string, params: JsonObject = {}) =>
    host.receive({ jsonrpc: '2.0', method, params });
  return { host, posted, ended, sizes, ask, tell, pass: (ms: number) => (at += ms) };
}

it('tells an app where it stands, and of its call once it is ready', async () => {
  const { ask, tell, posted } = start();
  const hello = await ask('ui/initialize', { protocolVersion: '2026-01-26' });
  expect(hello).toMatchObject({
    id: 1,
    result: { protocolVersion: '2026-01-26', hostContext: { theme: 'dark' } },
  });
  tell('ui/notifications/initialized');
  tell('ui/notifications/initialized');
  expect(posted.slice(1).map(({ method }) => method)).toEqual([
    'ui/notifications/tool-input',
    'ui/notifications/tool-result',
  ]);
  expect(posted[1]).toMatchObject({ params: { arguments: { city: 'Rome' } } });
});

it('calls tools and reads resources of the app’s server alone', async () => {
  const { ask } = start();
  expect(await ask('tools/call', { name: 'more', arguments: { n: 1 } })).toMatchObject({
    result: { structuredContent: { name: 'more', input: { n: 1 } } },
  });
  expect(await ask('tools/call', { name: 7 })).toMatchObject({ error: { code: -32602 } });
  expect(await ask('resources/read', { uri: 'ui://a' })).toMatchObject({
    result: { contents: [{ uri: 'ui://a' }] },
  });
});

it('tells the app of a call that was refused', async () => {
  const { ask } = start({
    server: { ...SERVER, callTool: () => Promise.reject(new Error('No.')) },
  });
  expect(await ask('tools/call', { name: 'more' })).toMatchObject({
    error: { code: -32000, message: 'No.' },
  });
});

it('knows no method of Object.prototype, and none of the outer page', async () => {
  const { ask, ended } = start();
  for (const method of ['constructor', '__proto__', 'ui/notifications/sandbox-resource-ready'])
    expect(await ask(method)).toMatchObject({ error: { code: -32601 } });
  expect(ended).toEqual([]);
});

it('takes a message of the user as text alone', async () => {
  const said: string[] = [];
  const { ask } = start({
    sendMessage: async (text) => {
      said.push(text);
      return false;
    },
  });
  const text = { type: 'text', text: 'Book it' };
  expect(await ask('ui/message', { role: 'user', content: [text] })).toMatchObject({
    result: { isError: true },
  });
  expect(await ask('ui/message', { role: 'assistant', content: [text] })).toHaveProperty('error');
  expect(await ask('ui/message', { role: 'user', content: [{ type: 'image' }] })).toHaveProperty(
    'error',
  );
  expect(said).toEqual(['Book it']);
});

it('ends an app that floods it with messages, and hears it no more', async () => {
  const { tell, ended, ask, posted, pass } = start();
  for (let n = 0; n < MAX_MESSAGES_PER_SECOND; n++) tell('notifications/message', {});
  expect(ended).toEqual([]);
  pass(1_000);
  for (let n = 0; n <= MAX_MESSAGES_PER_SECOND; n++) tell('notifications/message', {});
  expect(ended).toHaveLength(1);
  await ask('ping');
  expect(posted).toEqual([]);
});

it('ends an app that sends too long a message, or one that is no JSON', () => {
  const long = start();
  long.tell('notifications/message', { data: 'x'.repeat(MAX_MESSAGE_CHARS) });
  expect(long.ended).toHaveLength(1);
  const round: Record<string, unknown> = { jsonrpc: '2.0', method: 'x' };
  round.params = round;
  const other = start();
  other.host.receive(round);
  expect(other.ended).toHaveLength(1);
});

it('follows sizes, but not one that changes without an end', () => {
  const { tell, sizes, pass } = start();
  for (let n = 1; n <= 100; n++) tell('ui/notifications/size-changed', { height: n });
  expect(sizes).toHaveLength(20);
  for (const height of [-1, Number.NaN, '9', null] as never[])
    tell('ui/notifications/size-changed', { height });
  pass(1_000);
  tell('ui/notifications/size-changed', { height: 300 });
  expect(sizes.slice(20)).toEqual([300]);
});

it('has only so many requests under way at once', async () => {
  const { host, posted } = start({
    server: { ...SERVER, callTool: () => new Promise(() => {}) },
  });
  for (let id = 0; id <= MAX_PENDING; id++)
    host.receive({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'slow' } });
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(posted).toEqual([expect.objectContaining({ id: MAX_PENDING, error: expect.anything() })]);
});

it('asks an app to let go, and doesn’t wait for one that is silent', async () => {
  const { host, tell, posted, ask } = start();
  tell('ui/notifications/initialized');
  const gone = host.teardown(new Promise(() => {}));
  expect(posted.at(-1)).toMatchObject({ method: 'ui/resource-teardown' });
  host.receive({ jsonrpc: '2.0', id: 'bellhop-teardown', result: {} });
  await gone;
  const count = posted.length;
  await ask('ping');
  expect(posted).toHaveLength(count);
  const silent = start();
  silent.tell('ui/notifications/initialized');
  await silent.host.teardown(Promise.resolve());
});

it('does nothing for an app that is only read, and tells it before it asks', async () => {
  const done: string[] = [];
  const act = (what: string) => async () => {
    done.push(what);
    return true;
  };
  const { ask, tell, posted } = start({
    isReadOnly: true,
    server: { callTool: act('call'), readResource: act('read') },
    openLink: act('link'),
    sendMessage: act('message'),
  });
  const hello = await ask('ui/initialize');
  const { hostCapabilities } = (hello?.result ?? {}) as JsonObject;
  expect(Object.keys(hostCapabilities ?? {})).toEqual(['logging', 'sandbox']);
  tell('ui/notifications/initialized');
  expect(posted.at(-1)).toMatchObject({ method: 'ui/notifications/tool-result' });
  const asked: [method: string, params: JsonObject][] = [
    ['tools/call', { name: 'refresh' }],
    ['resources/read', { uri: 'data://x' }],
    ['ui/open-link', { url: 'https://a.example/' }],
    ['ui/message', { role: 'user', content: [{ type: 'text', text: 'Yes.' }] }],
    ['ui/whatever-comes-next', {}],
  ];
  for (const [method, params] of asked) {
    expect(await ask(method, params)).toMatchObject({
      error: { message: expect.stringContaining('only read') },
    });
  }
  expect(done).toEqual([]);
  expect(await ask('ping')).toMatchObject({ result: {} });
});

it('calls nothing for an app that comes from a tool of the page, and tells it so when it starts', async () => {
  const { ask } = start({ server: null });
  const hello = await ask('ui/initialize');
  const { hostCapabilities } = (hello?.result ?? {}) as { hostCapabilities?: object };
  expect(Object.keys(hostCapabilities ?? {})).toEqual([
    'logging',
    'openLinks',
    'downloadFile',
    'message',
    'sandbox',
  ]);
  for (const [method, params] of [
    ['tools/call', { name: 'pay', arguments: {} }],
    ['resources/read', { uri: 'ui://x' }],
  ] as const) {
    expect(await ask(method, params)).toMatchObject({
      error: { message: expect.stringMatching(/has no server/) },
    });
  }
});
