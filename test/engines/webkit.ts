// WebKitGTK's MiniBrowser, driven over WebDriver on a screen of its own. Debian's packages are webkit2gtk-driver (the
// browser comes with its library) and xvfb. WEBKIT_BROWSER_PATH names another MiniBrowser.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { until } from '../browser/support/visitor.ts';
import type { Engine, EngineBrowser, Hand } from './hand.ts';
import { pictureAt } from './pictures.ts';
import { hasScreen, openScreen, type Screen } from './screen.ts';
import { type DriverSession, type DriverWindow, KEYS, openSession } from './webdriver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const PLACES = ['x86_64', 'aarch64'].map(
  (machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
);

const findMiniBrowser = (): string | undefined =>
  [process.env.WEBKIT_BROWSER_PATH, ...PLACES].find((path) => path && existsSync(path));

/** A MiniBrowser under automation is always a private window: it keeps nothing, and its IndexedDB lies in memory. */
export function createWebKit(): Engine {
  let screen: Promise<Screen> | null = null;
  let version = '';
  const notes = new Set<string>();
  return {
    version: () => version,
    note: (text) => void notes.add(text),
    notes: () => [...notes],
    name: 'WebKitGTK',
    can: ['isPrivate', 'isDark'],
    missing() {
      const isHere = findMiniBrowser() !== undefined && existsSync(DRIVER) && hasScreen();
      return isHere ? null : 'WebKitGTK is not installed. Install webkit2gtk-driver and xvfb.';
    },
    async enter({ isDark = false } = {}) {
      screen ??= openScreen();
      return enter((await screen).name, isDark, (its) => {
        version = its.replace('MiniBrowser', 'WebKitGTK');
      });
    },
    async close() {
      (await screen)?.close();
      screen = null;
    },
  };
}

/** One process of the driver for each visitor, since it has one session at a time. */
async function enter(
  display: string,
  isDark: boolean,
  onStart: (version: string) => void,
): Promise<EngineBrowser> {
  const port = await freePort();
  const driver = spawn(DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      GTK_THEME: isDark ? 'Adwaita:dark' : 'Adwaita',
    },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await until('WebKitWebDriver to answer', () =>
      fetch(`${url}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
    const session = await openSession(url, {
      'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
    });
    onStart(session.browser);
    return {
      newTab: async () => handOf(session, await session.newWindow()),
      async close() {
        await session.close().catch(() => {});
        driver.kill();
      },
    };
  } catch (error) {
    driver.kill();
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });
}

function handOf(session: DriverSession, handle: string, isInFrame = false): Hand {
  const here = <T>(work: (window: DriverWindow) => Promise<T>) => session.inWindow(handle, work);
  return {
    inFrame: () => handOf(session, handle, true),
    back: () => here((window) => window.back()),
    // The driver tells of no console.
    troubles: [],
    goto: (url) => here((window) => window.goto(url)),
    run: (play, ...args) =>
      here((window) => window.evaluate(`return (${play})(...args)`, args, isInFrame)) as never,
    inject: (script) =>
      here(async (window) => void (await window.evaluate(`${script};return 0`, [], isInFrame))),
    click: (x, y) => here((window) => window.click(x, y)),
    tap: () => Promise.reject(new Error('The driver has no touch screen.')),
    wheel: (x, y, by) => here((window) => window.wheel(x, y, by)),
    type: (text) => here((window) => window.keys([...text])),
    press: (key, { shift = false } = {}) =>
      here((window) => window.keys([KEYS[key]], shift ? KEYS.Shift : undefined)),
    resize: (width, height) => here((window) => resizeTo(window, width, height)),
    async shoot(name) {
      const png = await here((window) => window.screenshot());
      await writeFile(await pictureAt(name), png, 'base64');
    },
    close: () => here((window) => window.close()),
  };
}

/** The window's frame and bar are part of its size, so ask the page what is left. */
async function resizeTo(window: DriverWindow, width: number, height: number): Promise<void> {
  const size = 'return [innerWidth, innerHeight]';
  await window.resize(width, height);
  const [innerWidth = 0, innerHeight = 0] = (await window.evaluate(size, [])) as number[];
  await window.resize(width + Math.max(0, width - innerWidth), height + (height - innerHeight));
}
