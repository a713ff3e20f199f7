// The session room's public face.

export * from './conversations.ts';
export * from './session.ts';
export type * from './types.ts';
