// The sanitiser on its own, as if the writer before it had failed in every way.
import { describe, expect, it } from 'vitest';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS } from '../../content/policy.ts';
import { getSanitizer } from '../../content/sanitize.ts';

const sanitize = getSanitizer(document);

function shown(html: string): string {
  const root = document.createElement('div');
  root.append(sanitize(html));
  return root.innerHTML;
}

describe('the sanitiser', () => {
  it.each([
    ['<img src=x onerror=alert(1)>', '<img src="x">'],
    ['<p style="color:red" class="a" id="b" data-c="d" aria-label="e" name="f">x</p>', '<p>x</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="java&#10;script:alert(1)">x</a>', '<a>x</a>'],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<math><mi>x</mi></math>', ''],
    ['<form action="/x"><input name="y"><button>z</button></form>', 'z'],
    ['<iframe src="https://e.example"></iframe><object></object><embed>', ''],
    ['<style>*{}</style><link rel=stylesheet href=x><meta http-equiv=refresh>', ''],
    ['<video src=x></video><audio src=x></audio><picture><source srcset=y></picture>', ''],
    ['<template><p>x</p></template><slot></slot>', ''],
    ['<a href="/x" target="_top" ping="/p" download>x</a>', '<a href="/x">x</a>'],
    ['<img src="x" srcset="https://e.example/y 2x" alt="z">', '<img src="x" alt="z">'],
  ])('makes of %s: %s', (html, safe) => {
    expect(shown(html)).toBe(safe);
  });

  it('lets nothing through beyond its list', () => {
    const tags = [...ALLOWED_TAGS].sort();
    expect(tags).toEqual([
      'a',
      'abbr',
      'b',
      'blockquote',
      'br',
      'code',
      'del',
      'details',
      'em',
      'h4',
      'h5',
      'h6',
      'hr',
      'i',
      'img',
      'ins',
      'kbd',
      'li',
      'mark',
      'ol',
      'p',
      'pre',
      's',
      'small',
      'strong',
      'sub',
      'summary',
      'sup',
      'table',
      'tbody',
      'td',
      'th',
      'thead',
      'tr',
      'u',
      'ul',
    ]);
    expect([...ALLOWED_ATTRIBUTES].sort()).toEqual([
      'align',
      'alt',
      'href',
      'src',
      'start',
      'title',
    ]);
  });
});
