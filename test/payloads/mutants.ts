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
    from: 'context.pictures.has(link.href)',
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
    file: 'content/pictures.ts',
    from: 'spent.get(origin)',
    to: '[...spent].find(([owners]) => link.href.startsWith(owners))?.[1]',
  },
  {
    name: 'pictures of the owner’s origins load whatever they carry',
    file: 'content/pictures.ts',
    from: '!link || link.asksFirst ||',
    to: '!link ||',
    also: [{ from: 'sum.chars + chars > MAX_PICTURE_CHARS', to: 'false' }],
  },
  {
    name: 'pictures of the owner’s origins carry much together',
    file: 'content/pictures.ts',
    from: 'sum.chars + chars > MAX_PICTURE_CHARS',
    to: 'false',
  },
  {
    name: 'any number of pictures of the owner’s origins',
    file: 'content/pictures.ts',
    from: 'sum.pictures >= MAX_PICTURES',
    to: 'false',
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
    file: 'content/labels.ts',
    from: "host.includes('xn--') && !text.includes(host)",
    to: 'host === text',
  },
  {
    name: 'labels that are no plain words stand alone',
    file: 'content/labels.ts',
    from: 'isPlain && isSaid',
    to: 'isSaid',
  },
  {
    name: 'single words stand alone',
    file: 'content/labels.ts',
    from: 'isPlain && isSaid',
    to: 'isPlain',
  },
  {
    name: 'signs among the letters of other scripts pass for letters',
    file: 'content/labels.ts',
    from: '!DISGUISED.test(text)',
    to: 'true',
  },
  {
    name: 'what adjoins a label is not looked at',
    file: 'content/decorate.ts',
    from: "    textBeside(anchor, 'previousSibling'),\n    textBeside(anchor, 'nextSibling'),\n",
    to: '',
  },
  {
    name: 'an address of another host taken for the real one',
    file: 'content/labels.ts',
    from: 'bareHost(named) === bareHost(host)',
    to: 'bareHost(named).endsWith(bareHost(host).slice(-4))',
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
    from: 'view.current?.update(text, pictures)',
    to: '{ if (element.current) element.current.innerHTML = text; }',
  },
  {
    name: 'the visitor’s own words as HTML',
    file: 'parts/blocks.tsx',
    from: 'class="plain-text" dir="auto">',
    to: 'class="plain-text" dir="auto" dangerouslySetInnerHTML={{ __html: block.text }}>',
    also: [{ from: '{escapeHidden(block.text)}\n', to: '\n' }],
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
    from: '<span class="debug-title">{showInvisible(entry.title)}</span>',
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
    from: 'text.textContent = transcriptText(chat, plain);',
    to: 'text.innerHTML = transcriptText(chat, plain);',
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
    name: 'the visitor’s own words turned around',
    file: 'parts/blocks.tsx',
    from: '{escapeHidden(block.text)}',
    to: '{block.text + escapeHidden("")}',
  },
  {
    name: 'references of errors turned around',
    file: 'parts/turn-end.tsx',
    from: 'showInvisible(reference)',
    to: 'reference + showInvisible("")',
  },
  {
    name: 'the owner’s view turned around',
    file: 'later/owner-view.tsx',
    from: 'showInvisible(entry.title)',
    to: 'entry.title',
  },
  {
    name: 'raw events turned around',
    file: 'later/owner-view.tsx',
    from: 'showInvisible(cutText(jsonText(entry.raw), MAX_RAW_CHARS))',
    to: 'cutText(jsonText(entry.raw), MAX_RAW_CHARS)',
  },
  {
    name: 'names of chosen files turned around',
    file: 'parts/composer.tsx',
    from: 'cleanLine(file.problem ?? file.name, 300)',
    to: 'file.problem ?? file.name',
  },
  {
    name: 'titles of conversations turned around',
    file: 'later/conversations.tsx',
    from: 'cleanLine(title)',
    to: '(title + cleanLine(""))',
  },
  {
    name: 'what is said aloud turned around',
    file: 'model/announcer.ts',
    from: 'text: escapeOverrides(text)',
    to: 'text: text + escapeOverrides("")',
  },
  {
    name: 'documents linked unchecked',
    file: 'parts/attached.tsx',
    from: 'link.asksFirst ? (',
    to: 'link.href === null ? (',
  },
];
