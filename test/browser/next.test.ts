// docs/start/next.md in a fresh Next project with Bellhop from its tarball: built, started, and used in a browser. The session is
// made by the document's own route handler on the real gateway.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { snippetsOf } from '../../docs/tools/snippets.ts';
import { OUTER } from '../rings.ts';
import { type AgentGateway, callsTool, startAgentGateway } from './support/agent-gateway.ts';
import { launchBrowser } from './support/browser.ts';
import { createProject, type Project, packTarball } from './support/project.ts';
import { recordConsole } from './support/world.ts';

const PAGE = 'docs/start/next.md';
const snippets = snippetsOf(PAGE, readFileSync(join(import.meta.dirname, '../..', PAGE), 'utf8'));
const snippet = (language: string) =>
  snippets.find((one) => one.language === language)?.code ?? `no ${language} in ${PAGE}`;

const filesFor = (gateway: string): Record<string, string> => ({
  'app/api/chat-session/route.ts': `${snippet('ts')}
const currentUser = async (_: Request): Promise<{ id: string; name: string } | null> => null;`,
  'app/chat.tsx': snippet('tsx').replace('https://gateway.example', gateway),
  // Browsers ask for one in any case.
  'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" />',
  'app/layout.tsx': `import Chat from './chat';
export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}<Chat /></body></html>;
}`,
  'app/page.tsx': `import Link from 'next/link';
import Cart from './cart';
export default function Page() {
  return <><h1>Shop</h1><Cart /><Link href="/help">Help</Link></>;
}`,
  'app/cart.tsx': `'use client';
import { useState } from 'react';
import { useTool } from 'bellhop/react';
export default function Cart() {
  const [items, setItems] = useState(['a lamp']);
  const options = { description: 'What is in the cart', annotations: { readOnlyHint: true } };
  useTool('read_cart', options, () => items);
  return <button onClick={() => setItems([...items, 'a mug'])}>{items.length} in the cart</button>;
}`,
  // A component of the server's own: the build ends with an error where the package's file doesn't say that it is the browser's.
  'app/server/page.tsx': `import { BellhopChat } from 'bellhop/react';
export default function OfTheServer() {
  return <BellhopChat inline name="server" gateway="${gateway}" session="/api/chat-session" />;
}`,
  // The element itself, whose module a server imports too.
  'app/help/page.tsx': `'use client';
import 'bellhop/element';
import 'bellhop/react';
export default function Help() {
  return (
    <div style={{ height: '30rem' }}>
      <bellhop-chat name="help" gateway="${gateway}" session="/api/chat-session" />
    </div>
  );
}`,
});

describe('a project in Next', OUTER, () => {
  let scratch = '';
  let browser: Browser;
  let gateway: AgentGateway;
  let project: Project;
  let site = '';

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), 'bellhop-next-'));
    gateway = await startAgentGateway(callsTool('read_cart'));
    project = createProject([
      packTarball(scratch),
      'next',
      'react',
      'react-dom',
      // Next reads it for its own check of types; it wants the compiler's interface in JavaScript.
      'typescript@5',
      '@types/react',
      '@types/node',
    ]);
    for (const [path, text] of Object.entries(filesFor(gateway.url))) project.write(path, text);
    const env = {
      BELLHOP_GATEWAY: gateway.url,
      BELLHOP_KEY: gateway.key,
      BELLHOP_SECRET: 'sixteen characters of this test',
      NEXT_TELEMETRY_DISABLED: '1',
    };
    project.run('npx', ['next', 'build'], env);
    const command = ['next', 'start', '--port', '0', '--hostname', '127.0.0.1'];
    site = await project.start('npx', command, /http:\/\/127\.0\.0\.1:[1-9]\d*/, env);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await project?.close();
    await gateway?.close();
    rmSync(scratch, { recursive: true, force: true });
  });

  it('renders the page and the element’s tag on the server', async () => {
    const html = await (await fetch(`${site}/help`)).text();
    expect(html).toContain(`<bellhop-chat name="help" gateway="${gateway.url}"`);
    expect(await (await fetch(site)).text()).toContain('<h1>Shop</h1>');
  });

  it('answers with what a tool of a component gave, as the component is now, and says nothing in the console', async () => {
    const page = await browser.newPage();
    const lines = recordConsole(page);
    await page.goto(site);
    await page.getByRole('button', { name: '1 in the cart' }).click();
    await page.getByRole('button', { name: '2 in the cart' }).waitFor();
    const made = page.waitForResponse(`${site}/api/chat-session`);
    await page.getByRole('button', { name: 'Chat' }).click();
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.fill('What is in my cart?');
    await field.press('Enter');
    await page.getByRole('log').getByText('It says').waitFor();
    expect(await page.getByRole('log').innerText()).toContain('a mug');
    const reply = await made;
    expect(reply.status()).toBe(200);
    expect((await reply.allHeaders())['set-cookie']).toContain('HttpOnly');

    // Another page of the site, without a load: the conversation stays, and its tool is gone with its component.
    await page.getByRole('link', { name: 'Help' }).click();
    await page.waitForURL('**/help');
    await page.getByRole('log').getByText('It says').waitFor();
    expect(lines.filter(({ type }) => type !== 'log' && type !== 'info')).toEqual([]);
    await page.close();
  });

  it('makes the tag of the server a chat, without a word of hydration', async () => {
    const page = await browser.newPage();
    const lines = recordConsole(page);
    await page.goto(`${site}/help`);
    const chat = page.locator('bellhop-chat');
    const field = chat.getByRole('textbox', { name: 'Message' });
    await field.fill('Hello');
    await field.press('Enter');
    await chat.getByRole('log').getByText('No read_cart here.').waitFor();
    expect(lines.filter(({ type }) => type !== 'log' && type !== 'info')).toEqual([]);
    await page.close();
  });
});
