// A client of WebDriver's classic protocol (https://www.w3.org/TR/webdriver2/), with the few commands that a hand needs.
// It knows no engine. A kept client brings a zip library, a WebSocket or a logger, and its own wrapping of errors; this
// protocol is one POST a command.

import { PATIENCE_MS } from '../browser/support/browser.ts';
import { until } from '../browser/support/visitor.ts';

/** The key codes of WebDriver (its section 17.4.2). */
export const KEYS = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  ArrowDown: '\uE015',
  Space: ' ',
  Shift: '\uE008',
} as const;

export interface DriverSession {
  /** "MiniBrowser 2.50.6". */
  browser: string;
  /** Opens a window of its own, which is visible beside the others. Returns its handle. */
  newWindow(): Promise<string>;
  /** Sends commands to one window; those of other windows wait meanwhile. */
  inWindow<T>(handle: string, work: (window: DriverWindow) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DriverWindow {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** `body` is the body of an async function, whose arguments it finds in `args`. `isInFrame`: it runs in the first frame. */
  evaluate(body: string, args: readonly unknown[], isInFrame?: boolean): Promise<unknown>;
  click(x: number, y: number): Promise<void>;
  wheel(x: number, y: number, by: number): Promise<void>;
  /** Presses each of these keys, and holds `held` down meanwhile. */
  keys(keys: readonly string[], held?: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** A PNG in base64. */
  screenshot(): Promise<string>;
  close(): Promise<void>;
}

type Json = Record<string, unknown>;

/** @param driver the address of a WebDriver server. */
export async function openSession(driver: string, capabilities: Json): Promise<DriverSession> {
  const call = async (method: string, path: string, body?: Json): Promise<unknown> => {
    const response = await fetch(driver + path, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: Json | null };
    if (response.ok) return value;
    throw new Error(`WebDriver, ${method} ${path}: ${value?.error}: ${value?.message}`);
  };
  const { sessionId, capabilities: granted } = (await call('POST', '/session', {
    capabilities: { alwaysMatch: capabilities },
  })) as { sessionId: string; capabilities: Json };
  const base = `/session/${sessionId}`;
  const post = (path: string, body: Json = {}) => call('POST', base + path, body);
  await post('/timeouts', { script: PATIENCE_MS, pageLoad: PATIENCE_MS });
  const first = (await call('GET', `${base}/window`)) as string;

  let current = first;
  let isFirstFree = true;
  let wheels = 0;
  let turn: Promise<unknown> = Promise.resolve();
  const act = (type: string, id: string, actions: Json[]) =>
    post('/actions', { actions: [{ type, id, actions, ...(type === 'pointer' && MOUSE) }] });

  const ask = (script: string) => post('/execute/sync', { script, args: [] });
  const window: DriverWindow = {
    goto: async (url) => void (await post('/url', { url })),
    async back() {
      // Not by the driver's own command: it may wait for a load that a page from the back-forward cache never has.
      const before = await ask('return location.href');
      await ask('setTimeout(() => history.back(), 50)');
      await until('the page before', async () => {
        // Between two pages there is none that could be asked.
        const now = await ask('return document.readyState === "complete" && location.href').catch(
          () => false,
        );
        return now && now !== before;
      });
    },
    async evaluate(body, args, isInFrame = false) {
      const script = `const [args, done] = arguments;
(async () => { ${body} })().then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
      if (isInFrame) await post('/frame', { id: 0 });
      const { value, error } = (await post('/execute/async', { script, args: [args] }).finally(
        () => (isInFrame ? post('/frame', { id: null }) : null),
      )) as Json;
      if (error !== undefined) throw new Error(`in the page: ${error}`);
      return value;
    },
    async click(x, y) {
      const at = { duration: 0, x: Math.round(x), y: Math.round(y), origin: 'viewport' };
      await act('pointer', 'mouse', [
        { type: 'pointerMove', ...at },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ]);
    },
    async wheel(x, y, by) {
      const at = { x: Math.round(x), y: Math.round(y), origin: 'viewport', duration: 0 };
      // A wheel of its own each time: WebKitGTK's driver turns one by the difference from its last turn.
      await act('wheel', `wheel ${++wheels}`, [{ type: 'scroll', ...at, deltaX: 0, deltaY: by }]);
    },
    async keys(keys, held) {
      const pressed = keys.flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      const all =
        held === undefined
          ? pressed
          : [{ type: 'keyDown', value: held }, ...pressed, { type: 'keyUp', value: held }];
      await act('key', 'keyboard', all);
    },
    resize: async (width, height) =>
      void (await post('/window/rect', { x: 0, y: 0, width, height })),
    async screenshot() {
      // WebKitGTK's driver answers after the page's next frame, and waits for ever where nothing changes any more. So the
      // page fades meanwhile, by less than can be seen.
      await ask(`document.documentElement.animate({ opacity: [1, 0.999] },
        { id: 'screenshot', duration: 100, iterations: Infinity })`);
      const picture = (await call('GET', `${base}/screenshot`)) as string;
      await ask(`document.getAnimations().find(({ id }) => id === 'screenshot')?.cancel()`);
      return picture;
    },
    close: async () => void (await call('DELETE', `${base}/window`)),
  };

  return {
    browser: `${granted.browserName} ${granted.browserVersion}`,
    async newWindow() {
      if (isFirstFree) {
        isFirstFree = false;
        return first;
      }
      const { handle } = (await post('/window/new', { type: 'window' })) as { handle: string };
      return handle;
    },
    inWindow(handle, work) {
      const mine = turn.then(async () => {
        if (handle !== current) await post('/window', { handle });
        current = handle;
        return work(window);
      });
      turn = mine.catch(() => {});
      return mine;
    },
    close: async () => void (await call('DELETE', base)),
  };
}

const MOUSE = { parameters: { pointerType: 'mouse' } };
