// What pages, stored rows and other rooms rely on, as literals: a change here is a change of a promise.

import { beforeAll, expect, it } from 'vitest';
import * as room from '../../tools/index.ts';
import { createSite, echo, request, settle } from './site.ts';

beforeAll(() => import('../../tools/validate.ts'));

it('exports what it exported', () => {
  expect(Object.keys(room).sort()).toEqual([
    'ToolError',
    'createToolRegistry',
    'defineTool',
    'loadAbilitiesSource',
    'loadCardsSource',
    'loadToolRunner',
    'loadWebMcpPublisher',
    'loadWebMcpSource',
    'readable',
  ]);
});

it('throws errors that pages can build and recognise', () => {
  const error = new room.ToolError('rate_limited', 'Later.', { field: 'id' });
  expect(error).toBeInstanceOf(Error);
  expect(error).toMatchObject({
    name: 'ToolError',
    code: 'rate_limited',
    message: 'Later.',
    field: 'id',
    retryable: true,
  });
});

it('stores rows that the next release can read', async () => {
  const site = createSite();
  let posted: unknown;
  site.answer = async () => {
    posted = site.browser.disk.peek('test:tool:call_1');
    return new Map([['call_1', 'accepted']]);
  };
  const page = site.openPage({ tools: [echo({ execute: () => 'done' })] });
  page.runner.update([request(site)]);
  await settle(site);
  const row = { v: 1, toolUseId: 'call_1', owner: expect.any(String), at: expect.any(Number) };
  const result = {
    type: 'tool_result',
    tool_use_id: 'call_1',
    client_timing: { started_at_ms: expect.any(Number), ended_at_ms: expect.any(Number) },
  };
  expect(posted).toEqual({
    ...row,
    call: '["echo",{}]',
    state: 'posted',
    result: { ...result, content: 'done' },
  });
  expect(site.browser.disk.peek('test:tool:call_1')).toEqual({
    ...row,
    state: 'acknowledged',
    result,
  });
});
