// The typed client against the schemas that the gateway validates by. The compiler is what checks this; the run does nothing.

import type { z } from '@hono/zod-openapi';
import { describe, expectTypeOf, it } from 'vitest';
import type { usageQuery } from '../analytics/usage-schema.ts';
import type {
  documentBlock,
  inputBlock,
  textBlock,
  toolResultBlock,
} from '../log/blocks-schema.ts';
import type { event, inputEvent, listQuery, usage } from '../log/events-schema.ts';
import type { ability, heartbeatBody, site, siteInfo, sitePatch } from '../sites/sites-schema.ts';
import type {
  Ability,
  AnalyticsQuery,
  DocumentBlock,
  Heartbeat,
  InputBlock,
  ListQuery,
  SendInput,
  SessionEvent,
  Site,
  SiteInfo,
  SitePatch,
  TextBlock,
  ToolResultInput,
  Usage,
} from '../wire.ts';

type Sent<Schema extends z.ZodType> = z.input<Schema>;
type Read<Schema extends z.ZodType> = z.output<Schema>;
/** Field names of a type, of each member of a union. */
type Names<T> = T extends unknown ? keyof T : never;

describe('what the typed client sends', () => {
  it('is what the send endpoint takes', () => {
    // A newer gateway may know other codes; this one takes the twelve.
    type Known<T> = T extends { type: 'user.tool_result' } ? never : T;
    expectTypeOf<Known<SendInput[number]>>().toExtend<Sent<typeof inputEvent>>();
    expectTypeOf<Omit<ToolResultInput, 'error_code'>>().toExtend<Sent<typeof toolResultBlock>>();
    expectTypeOf<Names<ToolResultInput>>().toEqualTypeOf<Names<Sent<typeof toolResultBlock>>>();
    expectTypeOf<SendInput[number]['type']>().toEqualTypeOf<Sent<typeof inputEvent>['type']>();
  });

  it('has its blocks read into the blocks that the gateway stores', () => {
    expectTypeOf<Read<typeof inputBlock>>().toExtend<InputBlock>();
    expectTypeOf<Read<typeof toolResultBlock>>().toExtend<ToolResultInput>();
    expectTypeOf<Names<Sent<typeof documentBlock>>>().toEqualTypeOf<Names<DocumentBlock>>();
    // What only the service writes: sources, and who speaks in the agent's place.
    type Written = 'citations' | 'extra_content';
    expectTypeOf<Names<Sent<typeof textBlock>> | Written>().toEqualTypeOf<Names<TextBlock>>();
  });

  it('asks for a list, for a report and for a site by names that the gateway reads', () => {
    expectTypeOf<Names<ListQuery>>().toEqualTypeOf<Names<Sent<typeof listQuery>>>();
    expectTypeOf<Names<AnalyticsQuery>>().toEqualTypeOf<Names<Sent<typeof usageQuery>>>();
    expectTypeOf<SitePatch>().toExtend<Sent<typeof sitePatch>>();
    expectTypeOf<Names<SitePatch>>().toEqualTypeOf<Names<Sent<typeof sitePatch>>>();
  });

  it('is a heartbeat that the gateway takes, field by field', () => {
    expectTypeOf<Heartbeat>().toExtend<Sent<typeof heartbeatBody>>();
    expectTypeOf<Names<Heartbeat>>().toEqualTypeOf<Names<Sent<typeof heartbeatBody>>>();
    expectTypeOf<Names<SiteInfo>>().toEqualTypeOf<Names<Sent<typeof siteInfo>>>();
    expectTypeOf<Names<Ability>>().toEqualTypeOf<Names<Sent<typeof ability>>>();
  });
});

describe('what the gateway answers', () => {
  it('has the fields that the typed client reads', () => {
    expectTypeOf<Names<Exclude<SessionEvent, { type: 'unknown' }>>>().toEqualTypeOf<
      Names<Read<typeof event>>
    >();
    expectTypeOf<Names<Usage>>().toEqualTypeOf<Names<Read<typeof usage>>>();
    expectTypeOf<Read<typeof site>>().toExtend<Site>();
    expectTypeOf<Names<Read<typeof site>>>().toEqualTypeOf<Names<Site>>();
  });
});
