// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { seeTo } from '../../widget/odd-options.ts';
import { wearLook } from '../../widget/page-look.ts';
import type { Configuration, RawOptions } from '../../widget/types.ts';

beforeEach(() => {
  // What the browser says of a value: jsdom has no word on it.
  const takes = (property: string, value: string) =>
    property === 'color' ? /^#[\da-f]{6}$/.test(value) : !/[;{}()]/.test(value);
  vi.stubGlobal('CSS', { supports: takes });
});
afterEach(() => vi.unstubAllGlobals());

function setup() {
  const host = document.createElement('div');
  const told: string[] = [];
  const configured: Configuration[] = [];
  const chat = {
    configure(options: Configuration) {
      configured.push(options);
      return '';
    },
  };
  const property = (name: string) => host.style.getPropertyValue(`--bellhop-${name}`);
  const wear = (raw: RawOptions) => wearLook(raw, { chat, host, tell: (line) => told.push(line) });
  return { chat, host, told, configured, property, wear };
}

describe('a theme in the tag', () => {
  it('is worn, and its scheme and colour count as the attributes of those names', () => {
    const { wear, property, configured, told } = setup();
    wear({
      theme: '{"scheme":"dark","color":"#7a3e9d","radius":8,"dark":{"canvas":"#241a0e"}}',
    });
    expect(property('radius-panel')).toBe('8px');
    expect(property('canvas')).toContain('#241a0e');
    expect(configured).toEqual([{ theme: 'dark', color: '#7a3e9d' }]);
    expect(told).toEqual([]);
  });

  it('may be an object, where the page configures the chat by a script', () => {
    const { wear, property, configured } = setup();
    wear({ theme: { density: 'compact' }, color: '#aa0000' });
    expect(property('s1')).toBe('1px');
    expect(configured).toEqual([{ theme: 'auto', color: '#aa0000' }]);
  });

  it('tells what it can’t use, and leaves that out', () => {
    const { wear, property, told } = setup();
    const light = { canvas: 'url(https://elsewhere.example/x)', tint: '#ffeedd', paper: '#ffffff' };
    wear({ theme: JSON.stringify({ radius: '8px', size: 90, font: 'a;b', corners: 3, light }) });
    expect(property('radius-panel')).toBe('');
    expect(property('canvas')).toBe('');
    expect(property('tint')).toContain('#ffeedd');
    expect(told.map((line) => /"(.+)"/.exec(line)?.[1])).toEqual([
      'radius',
      'size',
      'font',
      'corners',
      'light.canvas',
      'light.paper',
    ]);
  });

  it('that is no JSON is told, and the chat looks like the page', () => {
    const { wear, configured, told } = setup();
    wear({ theme: '{radius: 8}' });
    expect(configured).toEqual([]);
    expect(told[0]).toMatch(/^data-theme is no JSON: .+ Using "auto"\.$/);
  });
});

describe('the look from the desk', () => {
  it('is worn below what the page says, also once the page’s own theme has become a word', () => {
    const { wear, property } = setup();
    wear({ look: { radius: 4, density: 'roomy' }, theme: '{"radius":8}' });
    expect([property('radius-panel'), property('s1')]).toEqual(['8px', '3px']);
    wear({ look: { radius: 2, font: 'Georgia' }, theme: 'auto' });
    expect([property('radius-panel'), property('s1')]).toEqual(['8px', '']);
    expect(property('body')).toContain('Georgia');
  });

  it('leaves a colour as it is that it says only of the scheme that is never seen', () => {
    const { wear, property } = setup();
    const look = { light: { tint: '#ffd9a0' } };
    wear({ look, theme: 'dark' });
    expect(property('tint')).toBe('');
    wear({ look, theme: 'auto' });
    expect(property('tint')).toContain('#ffd9a0');
  });

  it('goes where the owner takes it back', () => {
    const { wear, property } = setup();
    wear({ look: { radius: 4 } });
    wear({ look: {} });
    expect(property('radius-panel')).toBe('');
  });
});

it('says nothing of a theme as of a wrong word, and dresses only a chat that has a panel', async () => {
  const { chat, host, told, property } = setup();
  const parsed = {
    options: { token: null, site: null, userToken: null, gateway: null } as never,
    wrong: [{ name: 'theme' as const, given: '{"radius":8}' }],
    unknown: [],
  };
  const page = { baseUrl: 'https://shop.example/', isColor: () => true };
  const tell = (line: string) => told.push(line);
  await seeTo(parsed, { theme: '{"radius":8}' }, { ...page, chat, host }, tell);
  expect(property('radius-panel')).toBe('8px');
  await seeTo(parsed, { theme: '{"radius":8}' }, page, tell);
  expect(told).toEqual([]);
  const pink = { ...parsed, wrong: [{ name: 'theme' as const, given: 'pink' }] };
  await seeTo(pink, { theme: 'pink' }, { ...page, chat, host }, tell);
  expect(told).toHaveLength(1);
});
