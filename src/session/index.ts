// The session room's public face.

export * from './session.ts';
export type * from './types.ts';
