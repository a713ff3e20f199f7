// All that Bellhop takes from a browser. The other rooms get these as arguments and read no browser global themselves.

export * from './browser-platform.ts';
export * from './is-framed.ts';
export * from './memory-storage.ts';
export * from './types.ts';
