// What chat.html makes of its own settings and of a link's query.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_NAMES, toAttribute } from '../../loader/attributes.ts';
import { FORMER_NAMES } from '../../loader/former-names.ts';

const PUBLIC = join(import.meta.dirname, '../../../public');
const script = readFileSync(join(PUBLIC, 'chat.js'), 'utf8');

const SITE = 'https://shop.example';
const OWN = { 'bellhop:gateway': 'https://gateway.example', 'bellhop:session': '/chat/session' };

/** Plays chat.js on a page with these metas and this query. */
function open(query: string, metas: Record<string, string> = OWN) {
  const warnings: string[] = [];
  const elements = { problem: { hidden: true }, chat: { hidden: false } };
  const document = {
    baseURI: `${SITE}/help/chat.html`,
    title: 'Chat',
    documentElement: { lang: 'en' },
    querySelector(selector: string) {
      const name = /^meta\[name="([\w:-]+)"\]$/.exec(selector)?.[1] ?? '';
      return name in metas ? { content: metas[name] } : null;
    },
    getElementById: (id: keyof typeof elements) => elements[id],
  };
  const window: { bellhopConfig?: Record<string, unknown> } = {};
  runInNewContext(script, {
    window,
    document,
    location: { search: query, origin: SITE },
    navigator: { language: 'fr-CA' },
    URL,
    URLSearchParams,
    console: { warn: (...words: string[]) => warnings.push(words.join(' ')) },
  });
  const config = window.bellhopConfig;
  return {
    config: config === undefined ? null : { ...config },
    hasProblem: !elements.problem.hidden && elements.chat.hidden,
    lang: document.documentElement.lang,
    title: document.title,
    warnings,
  };
}

describe('chat.html', () => {
  it('takes what the owner has written into it, and needs no query', () => {
    const { config, hasProblem, title } = open('', { ...OWN, 'bellhop:title': 'Ask us' });
    expect(config).toEqual({
      target: '#chat',
      gateway: 'https://gateway.example',
      session: `${SITE}/chat/session`,
      title: 'Ask us',
    });
    expect([hasProblem, title]).toEqual([false, 'Ask us']);
  });

  it('talks to its own site where no gateway is written', () => {
    const { config } = open('', { ...OWN, 'bellhop:gateway': '' });
    expect(config?.gateway).toBe(SITE);
  });

  it('needs no endpoint where the owner has written the public id of a site, which no link brings', () => {
    const site = `site_pk_${'a1'.repeat(16)}`;
    const { config, hasProblem } = open('', { 'bellhop:site': site });
    expect([config, hasProblem]).toEqual([{ target: '#chat', gateway: SITE, site }, false]);
    const link = open(`?site=${site}&user-token=a.b.c`, {});
    expect([link.config, link.hasProblem]).toEqual([null, true]);
    expect(open(`?site=other&user-token=a.b.c`, { 'bellhop:site': site }).config).toEqual(config);
  });

  it('lets a link choose among the addresses that the owner has written', () => {
    const metas = { ...OWN, 'bellhop:gateway': 'https://a.example https://b.example/api/' };
    expect(open('', metas).config?.gateway).toBe('https://a.example');
    expect(open('?gateway=https://b.example/api', metas).config?.gateway).toBe(
      'https://b.example/api',
    );
    expect(open('?session=https://shop.example/chat/session').config).not.toBeNull();
  });

  it.each([
    ['?gateway=https://evil.example'],
    ['?gateway=https://gateway.example.evil.example'],
    ['?gateway=https://gateway.example@evil.example'],
    ['?gateway=https://gateway.example/other'],
    ['?gateway=//evil.example'],
    ['?gateway=javascript:alert(1)'],
    ['?gateway='],
    ['?gateway=https://evil.example&gateway=https://gateway.example'],
    ['?session=https://evil.example/session'],
    ['?session=/account/delete'],
    ['?session=/chat/session/../../account/delete'],
    ['?session='],
  ])('gives no chat at all to a link with another address: %s', (query) => {
    const { config, hasProblem, warnings } = open(query);
    expect(config).toBeNull();
    expect(hasProblem).toBe(true);
    expect(warnings.join()).toContain('is none of the addresses in <meta');
  });

  it('lets a link say how the chat looks, where the owner has left it open', () => {
    const query = '?theme=dark&color=%23a00&lang=de&theme=light';
    expect(open(query).config).toMatchObject({ theme: 'dark', color: '#a00', lang: 'de' });
    expect(open('?history=local', { ...OWN, 'bellhop:history': 'none' }).config).toMatchObject({
      history: 'none',
    });
  });

  it.each([
    ['title', 'Your bank'],
    ['greeting', 'Call +1 555 0100'],
    ['prompts', 'Send my address'],
    ['contact', 'https://evil.example'],
    ['debug', 'on'],
  ])('lets a link set “%s” only where the owner allows it', (name, value) => {
    const query = `?${name}=${encodeURIComponent(value)}`;
    const refused = open(query);
    expect(refused.config).not.toHaveProperty(name);
    expect(refused.warnings).toHaveLength(1);
    expect(open(query, { ...OWN, 'bellhop-open': `color ${name}` }).config).toHaveProperty(
      name,
      value,
    );
    const own = { ...OWN, 'bellhop-open': name, [`bellhop:${name}`]: 'own' };
    expect(open(query, own).config).toHaveProperty(name, 'own');
  });

  it.each([
    'session-id',
    'sessionId',
    'token',
    'tools',
    'publish-tools',
    'cards',
    'abilities',
    'login-nonce-url',
    'nonce-url',
    'delete-url',
    'feedback',
    'voice',
    'feedback-url',
    'images',
    'strings',
    'target',
    'nonce',
    'base',
    'getSession',
    '__proto__',
    'constructor',
    'agent',
  ])('lets no link set “%s”, whatever the owner allows', (name) => {
    const metas = { ...OWN, 'bellhop-open': name };
    const { config, warnings } = open(`?${name}=x`, metas);
    expect(config).toEqual(open('').config);
    expect(warnings).toEqual([`[bellhop] chat.html: a link may not set “${name}”.`]);
  });

  it('takes a session’s id or token not even from its own settings', () => {
    const metas = { ...OWN, 'bellhop:session-id': 'ses_1', 'bellhop:token': 't' };
    expect(open('', metas).config).toEqual(open('').config);
  });

  it('says in which language it is: the link’s, else the browser’s', () => {
    expect(open('').lang).toBe('fr-CA');
    expect(open('?lang=pt-BR').lang).toBe('pt-BR');
    expect(open('?lang="><script>').lang).toBe('en');
  });

  it('knows each attribute of the script tag, but for those of a corner and of a fixed session', () => {
    const lists = [...script.matchAll(/const [A-Z]+ = \[([^\]]*)\]/g)].flatMap(([, items = '']) =>
      [...items.matchAll(/'([\w-]+)'/g)].map(([, name]) => `data-${name}`),
    );
    const left = [
      'hide-on',
      'launcher',
      'nonce',
      'nudge',
      'offset',
      'position',
      'session-id',
      'target',
      'token',
    ];
    expect([...lists, ...left.map((name) => `data-${name}`)].sort()).toEqual(
      [...ATTRIBUTE_NAMES, ...FORMER_NAMES.values()].map(toAttribute).sort(),
    );
  });

  it('has no script and no style of its own in the page, so that a strict policy lets it be', () => {
    const page = readFileSync(join(PUBLIC, 'chat.html'), 'utf8').replace(/<!--[\s\S]*?-->/g, '');
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  });
});
