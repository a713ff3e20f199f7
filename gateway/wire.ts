// The wire's types, codes, limits and parsers, for the whole gateway: the only file here that reads the widget's sources.
// Both sides of the wire thus read it by the same parsers.

export * from '../src/protocol/index.ts';
