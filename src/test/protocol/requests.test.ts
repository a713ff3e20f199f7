import { describe, expect, it } from 'vitest';
import {
  parseAnalytics,
  parseErrorBody,
  parseEventPage,
  parseHeartbeatReply,
  parseSite,
  parseStreamFrame,
  parseTicket,
} from '../../protocol/index.ts';

describe('a page of events', () => {
  it('is read, and its cursor is null at the end', () => {
    const event = { id: 'a', type: 'user.interrupt' };
    expect(parseEventPage({ data: [event], next_page: 'c' })).toMatchObject({
      data: [event],
      next_page: 'c',
    });
    for (const next_page of [undefined, null, '', 5]) {
      expect(parseEventPage({ data: [], next_page })).toEqual({ data: [], next_page: null });
    }
  });

  it.each([null, [], {}, { data: {} }, 'x'])('is not %j', (body) => {
    expect(parseEventPage(body)).toBeNull();
  });
});

describe('error bodies', () => {
  it('are read in the standard shape and in the heartbeat’s', () => {
    const error = { message: 'm', type: 't', code: 400, request_id: 'r' };
    expect(parseErrorBody({ error })).toEqual(error);
    expect(parseErrorBody({ error: { message: 5, code: 'x' } })).toEqual({ code: 'x' });
    expect(parseErrorBody({ error: 'site_authorization_revoked', message: 'm' })).toEqual({
      code: 'site_authorization_revoked',
      message: 'm',
    });
  });

  it.each([undefined, null, 'x', [], {}, { error: 5 }, { message: 'x' }])('%j is none', (body) => {
    expect(parseErrorBody(body)).toBeNull();
  });
});

describe('session tickets', () => {
  const base = { session_id: 's', token: 't' };
  const at = Date.UTC(2026, 0, 1);

  it('carry session and token', () => {
    expect(parseTicket({ ...base, more: 1 })).toEqual(base);
    for (const bad of [
      null,
      {},
      { token: 't' },
      { session_id: 's' },
      { ...base, token: '' },
      { ...base, session_id: 5 },
    ]) {
      expect(parseTicket(bad)).toBeNull();
    }
  });

  it.each([
    [new Date(at).toISOString(), at],
    [at / 1000, at],
    [at, at],
    ['soon', undefined],
    [0, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [null, undefined],
  ])('expire at %j', (expires_at, expected) => {
    expect(parseTicket({ ...base, expires_at })?.expires_at).toBe(expected);
  });
});

describe('sites', () => {
  it('are read, bound or not', () => {
    expect(
      parseSite({
        status: 'active',
        kb_collection_id: 'kb',
        site_id: 's',
        client_id: 'c',
        project_id: null,
        x: 1,
      }),
    ).toEqual({
      status: 'active',
      kb_collection_id: 'kb',
      site_id: 's',
      client_id: 'c',
      project_id: null,
    });
    expect(parseSite({ status: 'frozen' })).toEqual({ status: 'frozen', kb_collection_id: null });
    expect(parseSite({ kb_collection_id: 'kb' })).toBeNull();
  });

  it('answer heartbeats', () => {
    expect(
      parseHeartbeatReply({ abilities_sync_status: 'never_synced', plugin_status: 'active' }),
    ).toEqual({
      abilities_sync_status: 'never_synced',
      plugin_status: 'active',
    });
    expect(parseHeartbeatReply({})).toEqual({ abilities_sync_status: '', plugin_status: '' });
    expect(parseHeartbeatReply([])).toBeNull();
  });
});

describe('analytics', () => {
  it('are read, with the grouped dimensions only', () => {
    const row = { model: 'm', operation: 'chat', client_id: '', credits_nano: 5, request_count: 2 };
    const totals = { credits_nano: 5, request_count: 2, models: [row] };
    const report = {
      bucket_width: '1d',
      start_time: 1,
      end_time: 2,
      totals,
      buckets: [{ start_time: 1, ...totals }],
    };
    expect(parseAnalytics({ ...report, x: 1 })).toEqual(report);
    expect(
      parseAnalytics({ ...report, totals: { ...totals, models: [{ ...row, auth_method: 5 }, 7] } })
        ?.totals.models,
    ).toEqual([row]);
  });

  it.each([null, {}, { totals: {} }, { totals: {}, buckets: {} }])('%j are none', (body) => {
    expect(parseAnalytics(body)).toBeNull();
  });
});

describe('frames of the stream', () => {
  const sse = (data: unknown) => ({ id: '', event: 'x', data: JSON.stringify(data) });

  it('are whole events or previews', () => {
    expect(parseStreamFrame(sse({ id: 'e', type: 'user.interrupt' }))).toEqual({
      kind: 'event',
      event: { id: 'e', type: 'user.interrupt', processed_at: null },
    });
    expect(
      parseStreamFrame(sse({ type: 'event_start', event: { id: 'e', type: 'agent.message' } })),
    ).toEqual({
      kind: 'preview_start',
      event_id: 'e',
      event_type: 'agent.message',
    });
    const delta = { index: 1, content: { type: 'text', text: 'a' } };
    expect(parseStreamFrame(sse({ type: 'event_delta', event_id: 'e', delta }))).toEqual({
      kind: 'preview_delta',
      event_id: 'e',
      index: 1,
      text: 'a',
    });
  });

  it.each([
    { type: 'event_start' },
    { type: 'event_start', event: { id: 5 } },
    { type: 'event_delta', event_id: 'e' },
    { type: 'event_delta', delta: { content: { text: 'a' } } },
    { type: 'user.interrupt' },
    [],
    5,
  ])('%j is none', (data) => {
    expect(parseStreamFrame(sse(data))).toBeNull();
  });

  it('say so when they are no JSON', () => {
    const dropped: string[] = [];
    parseStreamFrame({ id: '', event: 'e', data: '{' }, (reason) => dropped.push(reason));
    expect(dropped).toEqual(['a "e" frame of the stream is not a JSON object']);
  });
});
