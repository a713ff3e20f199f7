// `bellhop/react` in a React app of its own, built by a bundler from the npm package, in strict mode.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startOtherGateway } from './support/other-gateway.ts';
import { until } from './support/visitor.ts';
import { createWorld, DIST, recordConsole, type World } from './support/world.ts';

const APP = `
import { createContext, StrictMode, useContext, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BellhopChat, useBellhop, useTool, usePageState } from 'bellhop/react';

function Opener() {
  const chat = useBellhop();
  return <button disabled={!chat} onClick={() => chat.open()}>Ask us</button>;
}

function Cart() {
  const [count, setCount] = useState(0);
  usePageState('cart', { count });
  useTool('add_to_cart', { description: 'Puts something into the cart.', approval: 'auto' }, () => {
    setCount(count + 1);
    return { count: count + 1 };
  });
  useTool('empty_cart', {
    description: 'Empties the cart.',
    summarize: () => ({ title: 'Take all ' + count + ' out?', confirm: 'Take them out' }),
  }, () => setCount(0));
  return <p id="cart">{count} in the cart</p>;
}

const Unit = createContext('cm');
/** Drawn in the thread: a component of the page, in its context, with state of its own. */
function Size({ call }) {
  const unit = useContext(Unit);
  const [size, setSize] = useState(10);
  if (call.status === 'done') return <p>Size {call.result.size} {unit} it is</p>;
  return (
    <fieldset>
      <button onClick={() => setSize(size + 1)}>Larger than {size} {unit}</button>
      <button onClick={() => call.respond({ size })}>Take {size}</button>
    </fieldset>
  );
}
function Sizes() {
  return useTool('choose_size', {
    description: 'Asks for a size.',
    render: (call) => <Size call={call} />,
  });
}

function App() {
  const [isThere, setThere] = useState(true);
  const [title, setTitle] = useState('Lamps');
  return (
    <>
      <button onClick={() => setTitle('Mugs')}>rename</button>
      <button onClick={() => setThere(!isThere)}>toggle</button>
      <Cart />
      <Opener />
      <Unit.Provider value="mm"><Sizes /></Unit.Provider>
      {isThere && !window.tagged && (
        <BellhopChat
          gateway={window.gateway}
          getSession={async () => (await fetch('/session', { method: 'POST', body: '{}' })).json()}
          title={title}
          onReady={(chat) => { window.ready = (window.ready ?? 0) + 1; window.chat = chat; }}
        />
      )}
    </>
  );
}
createRoot(document.getElementById('app')).render(<StrictMode><App /></StrictMode>);
`;

let folder: string;
let browser: Browser;
let world: World;
let sizes: World;
let states: World;
let page: Page;
let lines: { type: string; text: string }[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-react-'));
  writeFileSync(join(folder, 'app.jsx'), APP);
  const root = join(import.meta.dirname, '../..');
  await build({
    root: folder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: 'bellhop/react', replacement: join(DIST, 'npm/react.js') },
        ...['react-dom', 'react'].map((find) => ({
          find: new RegExp(`^${find}(/.*)?$`),
          replacement: `${join(root, 'node_modules', find)}$1`,
        })),
      ],
    },
    build: {
      outDir: join(folder, 'out'),
      minify: false,
      rolldownOptions: {
        input: join(folder, 'app.jsx'),
        output: { entryFileNames: 'app.js', codeSplitting: false },
      },
    },
  });
  browser = await launchBrowser();
  const call = [{ call: [{ name: 'add_to_cart', input: {} }] }, { say: 'It is in your cart.' }];
  const empty = [{ call: [{ name: 'empty_cart', input: {} }] }, { say: 'It is empty.' }];
  const look = [{ call: [{ name: 'read_page_state', input: {} }] }, { say: 'I see.' }];
  states = await createWorld(await startOtherGateway([call, look]));
  const size = [{ call: [{ name: 'choose_size', input: {} }] }, { say: 'Noted.' }];
  sizes = await createWorld(await startOtherGateway([size]));
  world = await createWorld(await startOtherGateway([call, call, empty]));
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
  await sizes?.close();
  await states?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What React or Bellhop complain of. This gateway has no stream, which the browser notes. */
const complaints = () =>
  lines.filter(
    ({ type, text }) =>
      type === 'uncaught' || (type === 'error' && !text.startsWith('Failed to load')),
  );

const chat = () => page.locator('bellhop-host');

/** `extra`: what the page has beside the app. */
async function visit(extra = '', on = world): Promise<void> {
  on.put('/app.js', {
    html: readFileSync(join(folder, 'out/app.js'), 'utf8'),
    headers: { 'content-type': 'text/javascript' },
  });
  on.put(
    '/',
    `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="app"></div>${extra}
<script>window.gateway = '${on.gateway.url}'</script><script type="module" src="/app.js"></script></body></html>`,
  );
  page = await browser.newPage();
  lines = recordConsole(page);
  await page.goto(`${on.site}/`);
}

describe('bellhop/react', () => {
  it('is a component and a hook of sixty lines at most each, over what every page may call', () => {
    const source = readFileSync(join(import.meta.dirname, '../../src/react.ts'), 'utf8');
    for (const name of ['BellhopChat', 'useTool']) {
      const [, body = ''] =
        new RegExp(`^export function ${name}\\b([\\s\\S]*?)^}$`, 'm').exec(source) ?? [];
      const lines = body.split('\n').length;
      expect(lines, name).toBeGreaterThan(10);
      expect(lines, name).toBeLessThanOrEqual(60);
    }
    const imported = [...source.matchAll(/^import (?!type\b)[^;]*from '(\.[^']+)'/gm)];
    expect(imported.map(([, path]) => path)).toEqual(['./hooks/index.ts', './index.ts']);
  });

  it('renders one chat in strict mode, whose tool runs the latest function of its component', async () => {
    await visit();
    await chat().getByRole('button').first().click();
    const field = chat().getByRole('textbox', { name: 'Message' });
    for (const count of [1, 2]) {
      // Another text each time: the same one within half a second is taken for a double press.
      await field.fill(`Add lamp ${count}`);
      await chat().locator('[part="send"]:not([aria-disabled])').waitFor();
      await field.press('Enter');
      await page.getByText(`${count} in the cart`).waitFor();
      await until(
        'its answer',
        async () =>
          (await chat().getByRole('log').getByText('It is in your cart.').count()) === count,
      );
    }
    await field.fill('Empty it');
    await chat().locator('[part="send"]:not([aria-disabled])').waitFor();
    await field.press('Enter');
    // The question tells the state of now, not of when the tool was registered.
    await chat().getByText('Take all 2 out?').first().waitFor();
    await chat().getByRole('button', { name: 'No thanks' }).waitFor();
    expect(await chat().count()).toBe(1);
    expect(await page.evaluate('window.ready')).toBe(1);
    expect(complaints()).toEqual([]);
  });

  it('draws a call as a component in the thread, with the page’s context and its own state', async () => {
    await visit('', sizes);
    await chat().getByRole('button').first().click();
    await chat().getByRole('textbox', { name: 'Message' }).fill('Which size?');
    await chat().locator('[part="send"]:not([aria-disabled])').click();
    await page.getByRole('button', { name: 'Larger than 10 mm' }).click();
    await page.getByRole('button', { name: 'Larger than 11 mm' }).click();
    await page.getByRole('button', { name: 'Take 12' }).click();
    await page.getByText('Size 12 mm it is').waitFor();
    await chat().getByRole('log').getByText('Noted.').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('lets the agent read what the page shows now, and components open the chat', async () => {
    await visit('', states);
    await page.getByRole('button', { name: 'Ask us' }).click();
    const field = chat().getByRole('textbox', { name: 'Message' });
    await field.fill('Add one');
    await field.press('Enter');
    await page.getByText('1 in the cart').waitFor();
    await chat().getByRole('log').getByText('It is in your cart.').waitFor();
    await field.fill('What do you see?');
    await chat().locator('[part="send"]:not([aria-disabled])').click();
    await chat().getByRole('log').getByText('I see.').waitFor();
    const events = await states.gateway.events(states.sessionId());
    const told = events.findLast(({ type }) => type === 'user.tool_result');
    expect(JSON.stringify(told)).toContain(JSON.stringify('{"cart":{"count":1}}'));
    expect(complaints()).toEqual([]);
  });

  it('offers its tools to the chat of a script tag, too', async () => {
    await visit(
      `<script>window.tagged = true</script><script async src="${world.cdn}/bellhop.js" data-gateway="${world.gateway.url}" data-session="/session"></script>`,
    );
    await chat().getByRole('button').first().click();
    await chat().getByRole('textbox', { name: 'Message' }).fill('Add a lamp');
    await chat().locator('[part="send"]:not([aria-disabled])').click();
    await page.getByText('1 in the cart').waitFor();
    expect(complaints()).toEqual([]);
  });

  it('follows its props, and takes the chat off the page and puts it back with the component', async () => {
    await visit();
    await chat().getByRole('button').first().click();
    await chat().getByRole('heading', { name: 'Lamps' }).waitFor();
    await page.getByRole('button', { name: 'rename' }).dispatchEvent('click');
    await chat().getByRole('heading', { name: 'Mugs' }).waitFor();
    await page.getByRole('button', { name: 'toggle' }).dispatchEvent('click');
    await until('no chat', async () => (await chat().count()) === 0);
    await page.getByRole('button', { name: 'toggle' }).dispatchEvent('click');
    await until('the chat', async () => (await chat().count()) === 1);
    await until('onReady', async () => (await page.evaluate('window.ready')) === 2);
    expect(complaints()).toEqual([]);
  });
});
