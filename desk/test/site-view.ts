// The page of one site in a document without a browser: the desk's own models and components, beside a gateway of one site.

import { signal } from '@preact/signals';
import { render, within } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { h } from 'preact';
import { createDesk } from '../model/desk.ts';
import { createLater } from '../model/later.ts';
import { type SitePart, writeRoute } from '../model/routes.ts';
import { ENGLISH } from '../texts/messages.ts';
import { createTexts } from '../texts/texts.ts';
import { sitesPart } from '../views/later-parts.ts';
import { Shell } from '../views/shell.tsx';
import type { View } from '../views/view.ts';
import { CLIENT_ID, type SiteGateway } from './site-gateway.ts';

export interface SiteScreen {
  screen: ReturnType<typeof within>;
  user: ReturnType<typeof userEvent.setup>;
  copied: string[];
  saved: { name: string; file: Blob }[];
  /** As when half a minute has passed, or the owner has come back to this page. */
  tick(): void;
  /** What axe finds, colours apart, which need a browser. */
  violations(): Promise<string[]>;
}

export async function openSite(gateway: SiteGateway, part: SitePart = 'tag'): Promise<SiteScreen> {
  let path = writeRoute({ page: 'sites', clientId: CLIENT_ID, part });
  const desk = createDesk({
    fetch: gateway.fetch,
    address: {
      path: () => path,
      query: () => '',
      takeFragment: () => '',
      go: (to) => {
        path = to;
      },
      leave: () => {},
      onBack: () => {},
    },
    after: () => () => {},
    isVisible: () => true,
    passkeys: { isThere: false, make: async () => null, use: async () => null },
  });
  const texts = signal(createTexts('en', ENGLISH));
  const now = signal(Date.parse('2026-11-27T12:03:00Z'));
  const copied: string[] = [];
  const saved: SiteScreen['saved'] = [];
  const shortcuts = { isOn: signal(true), isSheetOpen: signal(false), press: () => false };
  const view: View = {
    desk,
    isPhone: signal(false),
    shortcuts,
    texts,
    t: texts.peek().t,
    chooseLanguage: () => {},
    now,
    // No answer is shown on it.
    content: createLater(() => Promise.reject()),
    question: signal(null),
    answerQuestion: () => {},
    notices: signal('none'),
    push: signal('none'),
    setPush: async () => {},
    askForNotices: () => {},
    ring: () => {},
    drafts: { read: () => '', write() {} },
    copy: async (text) => {
      copied.push(text);
      return true;
    },
    origin: 'https://gateway.example',
    isColor: (value) => value.startsWith('#'),
    openPreview: () => ({ tell: () => {}, close: () => {} }),
    download: (name, file) => saved.push({ name, file }),
    after: () => () => {},
    clock: () => 0,
    onResize: () => () => {},
    readFile: async () => ({ ok: false, why: 'none' }) as never,
    accepted: '',
    readSentFile: async () => null,
    shrinkPicture: async () => null,
  };
  document.body.textContent = '';
  await Promise.all([desk.start(), sitesPart.load()]);
  const { container } = render(h(Shell, { view }));
  const screen = within(document.body);
  await screen.findByRole('navigation', { name: 'Parts of this site' });
  return {
    screen,
    user: userEvent.setup(),
    copied,
    saved,
    tick: () => {
      now.value += 30_000;
    },
    async violations() {
      const found = await axe.run(container, {
        rules: { 'color-contrast': { enabled: false } },
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
        iframes: false,
      });
      return found.violations.map(
        ({ id, nodes }) => `${id} ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
  };
}
