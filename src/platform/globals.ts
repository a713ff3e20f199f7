// The platform's own types, for declarations that must also compile where neither the types of a page nor those of Node are
// known, as in a project of workers. There a name stands for what Bellhop uses of it.

export type Fetch = typeof globalThis extends { fetch: infer Known }
  ? Known
  : (input: string, init?: object) => Promise<unknown>;

export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Known } }
  ? Known
  : { readonly aborted: boolean };

export type PageElement = typeof globalThis extends { Element: { prototype: infer Known } }
  ? Known
  : never;

export type PageHtmlElement = typeof globalThis extends { HTMLElement: { prototype: infer Known } }
  ? Known
  : never;
