// The console's sentences about wrong attributes: which attribute, what is wrong with it, what is used instead, and
// which name or value the owner probably meant; and about an element that takes the name `window.bellhop`. A page fetches
// this file only if it has such a mistake.

import { document } from '../dom/document.ts';
import { ATTRIBUTE_DOCS } from './attribute-docs.ts';
import {
  ATTRIBUTE_NAMES,
  ATTRIBUTES,
  type Attribute,
  type CheckedOptions,
  type ParsedAttributes,
  toAttribute,
} from './attributes.ts';
import { nearest } from './nearest.ts';

/** A warning shows no more of a value than this. */
const MAX_SHOWN_CHARS = 60;

/** One sentence for each wrong value, and for each unknown name that is probably a slip. */
export function describeMistakes({
  wrong,
  unknown,
}: Pick<ParsedAttributes, 'wrong' | 'unknown'>): string[] {
  const values = wrong.map(({ name, given }) => {
    const isLong = given.length > MAX_SHOWN_CHARS;
    // Of a token the console shows nothing, also where it is no token.
    const shown =
      name === 'userToken' ? '…' : isLong ? `${given.slice(0, MAX_SHOWN_CHARS)}…` : given;
    const { fallback, words = [] }: Attribute<unknown> = ATTRIBUTES[name];
    const { kind, example } = ATTRIBUTE_DOCS[name];
    const used = typeof fallback === 'string' && fallback !== '' ? `"${fallback}"` : 'the default';
    const hint = nearest(given.trim().toLowerCase(), words) ?? example;
    const advice = hint === '' ? '' : ` Try "${hint}".`;
    return `${toAttribute(name)}="${shown}" is not ${kind}. Using ${used}.${advice}`;
  });
  // No warning about a name that resembles none of ours: optimisers put data-attributes of their own on every script.
  const names = unknown.flatMap((name) => {
    const meant = nearest(name, ATTRIBUTE_NAMES);
    return meant === null
      ? []
      : [`${toAttribute(name)} is not known. Did you mean ${toAttribute(meant)}?`];
  });
  return [...values, ...names];
}

/** One sentence for each value that is right by itself, and says nothing, or nothing good, beside the others. */
export function describeChoices(
  { token, site, userToken, gateway }: CheckedOptions,
  raw: Readonly<Record<string, unknown>>,
  baseUrl: string,
): string[] {
  const other = raw.getSession ? 'getSession' : 'data-session';
  const isMixed = raw.site && (raw.getSession || raw.session);
  return [
    token !== null &&
      'data-token stands in the page, where anybody can read it. Use data-session instead.',
    isMixed && `${other} stands beside data-site. Using ${other}; take one of them away.`,
    userToken !== null && site === null && 'data-user-token says nothing without data-site.',
    gateway?.startsWith('http:') &&
      baseUrl.startsWith('https:') &&
      'data-gateway is an http address on an https page. The browser will refuse it.',
  ].filter((sentence) => typeof sentence === 'string');
}

/** What the browser gives to scripts as `window.bellhop`, while no script has set that. */
const NAMESAKES = '#bellhop, :is(embed, form, iframe, img, object)[name=bellhop]';

/**
 * One sentence if the page runs the script tag and has an element that was `window.bellhop` before it: there the
 * documented `(window.bellhop ||= []).push(…)` has thrown. None otherwise.
 */
export function describeNamesake(): string[] {
  const element = Object.hasOwn(window, 'bellhop') && document.querySelector(NAMESAKES);
  if (!element) return [];
  const tag = element.localName;
  return [
    `The page has a <${tag}> with the ${element.id === 'bellhop' ? 'id' : 'name'} "bellhop". Until the chat's script has run, window.bellhop is that element, and (window.bellhop ||= []).push(…) throws. Give the <${tag}> another name.`,
  ];
}
