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
  {
    name: 'origins of pictures compared by their beginning',
    file: 'content/decorate.ts',
    from: 'context.imageOrigins().includes(new URL(link.href).origin)',
    to: 'context.imageOrigins().some((origin) => link.href.startsWith(origin))',
  },
  {
    name: 'pictures of the owner’s origins load whatever they carry',
    file: 'content/decorate.ts',
    from: '!link.asksFirst && context.imageOrigins()',
    to: 'context.imageOrigins()',
  },
  {
    name: 'bidi controls kept',
    file: 'content/text.ts',
    from: 'text.replace(BIDI_CONTROLS, asNumber)',
    to: 'text',
  },
  {
    name: 'overrides kept in running text',
    file: 'content/text.ts',
    from: 'text.replace(OVERRIDES, asNumber)',
    to: 'text',
  },
  {
    name: 'code reordered',
    file: 'content/text.ts',
    from: 'text.replace(REORDERING, asNumber)',
    to: 'text',
  },
  {
    name: 'hosts with foreign letters not shown',
    file: 'content/links.ts',
    from: "link.host.includes('xn--')",
    to: 'link.host.length < 0',
  },
  {
    name: 'links that name another host not told',
    file: 'content/links.ts',
    from: 'bareHost(named) === real',
    to: 'named !== real || true',
  },
];

/** Of the sanitiser alone, whoever stands before it. */
export const SANITISER_MUTANTS: readonly Mutant[] = [
  {
    name: 'the Trusted Types policy lets everything through',
    file: 'content/sanitize.ts',
    from: '(isInside ? html : inside(() => purifier.sanitize(html)))',
    to: 'html',
  },
  {
    name: 'any attribute',
    file: 'content/sanitize.ts',
    from: 'ALLOWED_ATTR: [...ALLOWED_ATTRIBUTES],',
    to: '',
  },
  {
    name: 'any element that DOMPurify allows',
    file: 'content/sanitize.ts',
    from: 'ALLOWED_TAGS: [...ALLOWED_TAGS],',
    to: '',
  },
];

/** Defences of the panel: each text of others as HTML, each address unchecked. */
export const WIDGET_MUTANTS: readonly Mutant[] = [
  {
    name: 'answers written as HTML',
    file: 'parts/rich-text.tsx',
    from: 'view.current?.update(text)',
    to: '{ if (element.current) element.current.innerHTML = text; }',
  },
  {
    name: 'the visitor’s own words as HTML',
    file: 'parts/blocks.tsx',
    from: 'class="plain-text" dir="auto">',
    to: 'class="plain-text" dir="auto" dangerouslySetInnerHTML={{ __html: block.text }}>',
    also: [{ from: '{block.text}\n', to: '\n' }],
  },
  {
    name: 'thoughts as HTML',
    file: 'parts/thought.tsx',
    from: '<div class="thought-text" dir="auto">',
    to: '<div class="thought-text" dangerouslySetInnerHTML={{ __html: part.text }}>',
    also: [{ from: '{escapeOverrides(part.text.trim())}\n', to: '\n' }],
  },
  {
    name: 'the greeting as HTML',
    file: 'parts/greeting.tsx',
    from: '<p class="hello" dir="auto">',
    to: '<p class="hello" dangerouslySetInnerHTML={{ __html: greeting }}>',
    also: [{ from: "{greeting || t('greeting')}\n", to: '\n' }],
  },
  {
    name: 'results of tools as HTML',
    file: 'parts/tools.tsx',
    from: '<p class="mono" dir="auto">',
    to: '<p class="mono" dangerouslySetInnerHTML={{ __html: line.answer }}>',
    also: [{ from: '{showInvisible(line.answer.slice(0, 2000))}\n', to: '\n' }],
  },
  {
    name: 'values of tools as HTML',
    file: 'parts/tools.tsx',
    from: '<dd dir="auto">{value}</dd>',
    to: '<dd dangerouslySetInnerHTML={{ __html: value }} />',
  },
  {
    name: 'the owner’s view as HTML',
    file: 'later/owner-view.tsx',
    from: '<span class="debug-title">{entry.title}</span>',
    to: '<span class="debug-title" dangerouslySetInnerHTML={{ __html: entry.title }} />',
  },
  {
    name: 'invisible characters kept in cards',
    file: 'model/exact.ts',
    from: 'return text.replace(INVISIBLE',
    to: "return text.replace(/^$/g, '').replace(/[^\\s\\S]/g",
  },
  {
    name: 'sources linked unchecked',
    file: 'parts/sources.tsx',
    from: ') : source.link ? (',
    to: ') : source ? (',
    also: [{ from: 'href={source.link.href}', to: 'href={source.uri}' }],
  },
  {
    name: 'sources that carry much are linked without asking',
    file: 'parts/sources.tsx',
    from: 'source.link?.asksFirst ?',
    to: 'source.title === null ?',
  },
  {
    name: 'the owner’s links unchecked',
    file: 'loader/attributes.ts',
    from: "contact: url(['http:', 'https:', 'mailto:', 'tel:'])",
    to: 'contact: text(null)',
  },
  {
    name: 'values of any kind taken for texts',
    file: 'protocol/blocks.ts',
    from: "if (typeof value.text !== 'string') return null;\n      const block: TextBlock = { type: 'text', text: value.text };",
    to: "const block = { type: 'text', text: value.text };",
  },
  {
    name: 'the launcher as HTML',
    file: 'loader/chat.ts',
    from: 'button.textContent = sentence || (raw.launcher as string);',
    to: 'button.innerHTML = sentence || (raw.launcher as string);',
  },
  {
    name: 'the printed transcript as HTML',
    file: 'later/transcript.ts',
    from: 'text.textContent = transcriptText(chat);',
    to: 'text.innerHTML = transcriptText(chat);',
  },
  {
    name: 'what is said aloud as HTML',
    file: 'parts/regions.tsx',
    from: '<p key={said.key}>{said.text}</p>',
    to: '<p key={said.key} dangerouslySetInnerHTML={{ __html: said.text }} />',
  },
  {
    name: 'descriptions of tools turned around',
    file: 'parts/question.tsx',
    from: '{escapeBidi(question.description)}',
    to: '{question.description + escapeBidi("")}',
  },
  {
    name: 'pictures of blocks load by themselves',
    file: 'parts/attached.tsx',
    from: 'isTrusted || isAsked ? link.href : null',
    to: 'link.href',
  },
  {
    name: 'documents linked unchecked',
    file: 'parts/attached.tsx',
    from: 'link.asksFirst ? (',
    to: 'link.href === null ? (',
  },
];
