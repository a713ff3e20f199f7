// The door of the protocol room: types, codes, limits, and tolerant parsers of everything that arrives or was stored.
// The room imports no other and has no effects: no fetch, no storage, no clock.

export * from './analytics.ts';
export * from './blocks.ts';
export * from './codes.ts';
export * from './credits.ts';
export * from './events.ts';
export * from './json.ts';
export * from './limits.ts';
export * from './parse-event.ts';
export * from './requests.ts';
export * from './session-ticket.ts';
export * from './sites.ts';
export * from './stream-frame.ts';
export * from './tool-error-codes.ts';
