// The defences, each taken out alone: a run that does not notice is not worth its time.

import type { Mutant } from './harness.ts';

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no sanitiser, and raw HTML let through',
    file: 'content/sanitize.ts',
    from: 'inside(() => purifier.sanitize(html))',
    to: "html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '\"')",
  },
  {
    name: 'sanitiser before markdown instead of after',
    file: 'content/sanitize.ts',
    from: 'inside(() => purifier.sanitize(html))',
    to: "inside(() => purifier.sanitize('') + html.replaceAll('&lt;', '<').replaceAll('&gt;', '>'))",
  },
  {
    name: 'pictures load by themselves',
    file: 'content/decorate.ts',
    from: 'context.imageOrigins().includes(new URL(link.href).origin)',
    to: 'true',
  },
  {
    name: 'links unchecked',
    file: 'content/decorate.ts',
    from: "checkLink(anchor.getAttribute('href') ?? '', documentRef.baseURI)",
    to: "{ href: anchor.getAttribute('href') ?? '', host: '', isExternal: true, asksFirst: false }",
  },
  {
    name: 'user info allowed in links',
    file: 'content/links.ts',
    from: "url.username !== '' || url.password !== ''",
    to: 'false',
  },
  {
    name: 'links without rel and target',
    file: 'content/decorate.ts',
    from: "anchor.rel = 'noopener noreferrer nofollow';",
    to: '',
  },
  {
    name: 'addresses that carry much are linked without asking',
    file: 'content/decorate.ts',
    from: 'link.asksFirst ?',
    to: 'link.href === null ?',
  },
];
