// Pins: the wire's words as literals, so that no refactoring changes them unseen.

import { describe, expect, it } from 'vitest';
import * as protocol from '../../protocol/index.ts';

describe('the words of the wire', () => {
  it('event types', () => {
    expect(protocol.EVENT_TYPES).toEqual([
      'user.message',
      'user.tool_result',
      'user.interrupt',
      'system.message',
      'agent.message',
      'agent.tool_use',
      'session.status_running',
      'session.status_idle',
      'session.error',
      'session.compaction',
      'session.turn_usage',
    ]);
    expect([...protocol.INPUT_EVENT_TYPES].sort()).toEqual([
      'system.message',
      'user.interrupt',
      'user.message',
      'user.tool_result',
    ]);
    expect([...protocol.REJECTED_INPUT_TYPES].sort()).toEqual([
      'user.custom_tool_result',
      'user.define_outcome',
      'user.tool_confirmation',
    ]);
  });

  it('stop reasons', () => {
    expect([...protocol.STOP_REASONS].sort()).toEqual([
      'client_tool_use',
      'end_turn',
      'max_tokens',
      'model_context_window_exceeded',
      'user_cancelled',
    ]);
  });

  it('error codes of a tool result', () => {
    expect(protocol.TOOL_ERROR_CODES).toEqual([
      'invalid_input',
      'permission_denied',
      'not_found',
      'tool_unavailable',
      'declined',
      'cancelled',
      'rate_limited',
      'timeout',
      'unavailable',
      'wp_fatal_error',
      'execution_failed',
      'internal_error',
    ]);
    expect(protocol.isToolErrorCode('declined')).toBe(true);
    expect(protocol.isToolErrorCode('unclassified')).toBe(false);
    expect(protocol.isToolErrorCode(undefined)).toBe(false);
  });

  it('codes of a failed run', () => {
    expect(protocol.RUN_ERROR_CODES).toEqual([
      'upstream_error',
      'rate_limit_error',
      'context_exceeded',
      'upstream_timeout',
      'max_iterations',
      'invalid_tool_schema',
      'toolset_incomplete',
      'run_timeout',
      'run_interrupted',
      'run_abandoned',
      'internal_error',
    ]);
  });

  it('error codes of an event', () => {
    expect(protocol.EVENT_ERROR_CODES).toEqual([
      'invalid_input',
      'permission_denied',
      'not_found',
      'tool_unavailable',
      'declined',
      'cancelled',
      'rate_limited',
      'timeout',
      'unavailable',
      'wp_fatal_error',
      'execution_failed',
      'internal_error',
      'unclassified',
      'upstream_error',
      'rate_limit_error',
      'context_exceeded',
      'upstream_timeout',
      'attachment_unsupported',
      'invalid_tool_schema',
      'insufficient_credits',
      'toolset_incomplete',
      'run_not_scheduled',
      'max_iterations',
      'run_timeout',
      'run_interrupted',
      'run_abandoned',
    ]);
  });

  it('the dimensions of analytics', () => {
    expect(protocol.BUCKET_WIDTHS).toEqual(['10m', '1h', '1d']);
    expect(protocol.AUTH_METHODS).toEqual([
      'browser_session',
      'api_key',
      'service_token',
      'okta',
      'internal_service',
      'unknown',
    ]);
    expect(protocol.ACTOR_TYPES).toEqual(['anonymous', 'authenticated', 'service', 'unknown']);
    expect(protocol.APPLICATIONS).toEqual([
      'svc-ai-chatbot',
      'svc-ai-playground',
      'svc-coworker',
      'svc-connector',
      'svc-agents',
      'svc-kb-sync',
      'third_party',
      'unknown',
    ]);
    expect(protocol.GROUP_DIMENSIONS).toEqual([
      'model',
      'operation',
      'client_id',
      'auth_method',
      'actor_type',
      'application',
    ]);
  });

  it('limits', () => {
    expect(protocol.MAX_EVENTS_PER_SEND).toBe(100);
    expect([protocol.DEFAULT_PAGE_SIZE, protocol.MAX_PAGE_SIZE]).toEqual([20, 100]);
    expect(protocol.MAX_HEARTBEAT_BODY_BYTES).toBe(65_536);
    expect(protocol.MAX_ACTIVE_PLUGINS).toBe(500);
    expect(protocol.MAX_ANALYTICS_WINDOW_S).toEqual({
      '10m': 86_400,
      '1h': 604_800,
      '1d': 2_592_000,
    });
    expect(protocol.NANOCREDITS_PER_CREDIT).toBe(1_000_000_000);
  });
});
