// Where a site's tag goes, and in which form each place takes it. Data; the steps in words stand in the views.

import { toAttribute } from '../../src/loader/attributes.ts';
import { escapeValue } from './snippet.ts';

export interface SiteTag {
  /** Address of bellhop.js. */
  script: string;
  publicId: string;
  /** What else the tag says, by names of the table of attributes. */
  settings: Readonly<Record<string, string>>;
}

/** Null: nothing is pasted there. */
type Write = ((tag: SiteTag) => string) | null;

export const PLATFORMS = {
  plain: { label: 'HTML', write: writeTag },
  gtm: { label: 'Google Tag Manager', write: writeMaker },
  shopify: { label: 'Shopify', write: writeLiquid },
  wordpress: { label: 'WordPress', write: null },
  webflow: { label: 'Webflow', write: writeTag },
  wix: { label: 'Wix', write: writeTag },
  squarespace: { label: 'Squarespace', write: writeTag },
  ghost: { label: 'Ghost', write: writeTag },
  docusaurus: { label: 'Docusaurus', write: writeEntry },
  next: { label: 'Next.js', write: writeComponent },
} as const satisfies Readonly<Record<string, { label: string; write: Write }>>;
export type PlatformName = keyof typeof PLATFORMS;
export const PLATFORM_NAMES = Object.keys(PLATFORMS) as PlatformName[];

/** The attributes beside `src`, as they stand in HTML. */
export function attributesOf({ publicId, settings }: SiteTag): [name: string, value: string][] {
  return [
    ['data-site', publicId],
    ...Object.entries(settings).map(([name, value]): [string, string] => [
      toAttribute(name),
      value,
    ]),
  ];
}

function writeTag(tag: SiteTag): string {
  const lines = attributesOf(tag).map(
    ([name, value]) => `\n        ${name}="${escapeValue(value)}"`,
  );
  return `<script async src="${escapeValue(tag.script)}"${lines.join('')}></script>`;
}

/** Liquid takes {{ and {% for its own; in HTML a brace may be written by its number. */
function writeLiquid(tag: SiteTag): string {
  return writeTag(tag).replaceAll('{', '&#123;');
}

/**
 * For a tag manager, which drops attributes that it doesn't know from a script with an address: this one makes the element itself.
 * In the older JavaScript that such a manager checks for.
 */
function writeMaker(tag: SiteTag): string {
  const lines = attributesOf(tag).map(
    ([name, value]) => `  tag.setAttribute(${inScript(name)}, ${inScript(value)});`,
  );
  return [
    '<script>',
    '(function () {',
    "  var tag = document.createElement('script');",
    '  tag.async = true;',
    `  tag.src = ${inScript(tag.script)};`,
    ...lines,
    '  document.head.appendChild(tag);',
    '})();',
    '</script>',
  ].join('\n');
}

/** A string of JavaScript that neither ends the script element nor holds a variable of the manager's, such as {{Page URL}}. */
function inScript(value: string): string {
  const quoted = JSON.stringify(value).replace(/[<{\u2028\u2029]/g, escapeCode);
  return `'${quoted.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function escapeCode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function writeEntry(tag: SiteTag): string {
  const lines = attributesOf(tag).map(([name, value]) => `    '${name}': ${inScript(value)},`);
  return [
    'scripts: [',
    '  {',
    `    src: ${inScript(tag.script)},`,
    '    async: true,',
    ...lines,
    '  },',
    '],',
  ].join('\n');
}

function writeComponent(tag: SiteTag): string {
  const lines = attributesOf(tag).map(([name, value]) => `\n  ${name}=${inJsx(value)}`);
  return `<Script\n  src=${inJsx(tag.script)}${lines.join('')}\n/>`;
}

/** An attribute's value in JSX, which reads no escapes between plain quotes. */
function inJsx(value: string): string {
  if (!/["&\\\p{Cc}\u2028\u2029]/u.test(value)) return `"${value}"`;
  return `{${JSON.stringify(value).replace(/[\u2028\u2029]/g, escapeCode)}}`;
}
