// What assistive technology gets of a browser, through AT-SPI, as Orca would: a screen and a message bus of its own, on
// which listener.py listens. Debian's packages are xvfb, dbus, at-spi2-core and gir1.2-atspi-2.0.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hasScreen, openScreen, type Screen } from '../screen.ts';

/** One object as AT-SPI tells it. */
export interface Accessible {
  role: string;
  name: string;
  description: string;
  states: string[];
  /** It can't be used now. */
  isOff: boolean;
  attributes: Record<string, string>;
  /** Where an object stands in the text, it has U+FFFC. */
  text: string;
  children: Accessible[];
}

export interface Utterance {
  /** Of the live region. */
  manner: 'polite' | 'assertive';
  text: string;
}

export interface Ears {
  /** Browsers must be started with these, so that they tell on this bus what they show. */
  env: Record<string, string>;
  /** The page of this title that is in sight; null: the browser shows none. */
  page(title: string): Promise<Accessible | null>;
  /** All that live regions have said since the ears were opened. */
  heard(): Promise<readonly Utterance[]>;
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** Debian's own, since it finds Debian's packages. */
const PYTHON = '/usr/bin/python3';
const NEEDED = [
  PYTHON,
  '/usr/bin/dbus-daemon',
  '/usr/libexec/at-spi-bus-launcher',
  '/usr/lib/python3/dist-packages/gi/__init__.py',
];

/** Null if they can be opened here; else the reason, with what to do. */
export function missingForEars(): string | null {
  const isHere = hasScreen() && NEEDED.every((path) => existsSync(path));
  return isHere
    ? null
    : 'AT-SPI is not installed. Install xvfb, dbus, at-spi2-core, python3-gi and gir1.2-atspi-2.0.';
}

export async function openEars(): Promise<Ears> {
  const screen = await openScreen();
  const bus = await openBus(screen);
  const env = {
    DISPLAY: screen.name,
    DBUS_SESSION_BUS_ADDRESS: bus.address,
    // Firefox and Chromium each look for their own sign that somebody listens.
    GNOME_ACCESSIBILITY: '1',
    ACCESSIBILITY_ENABLED: '1',
    NO_AT_BRIDGE: '0',
    // No window of a desktop that may run here too.
    WAYLAND_DISPLAY: '',
  };
  // One reads trees and the other listens: what a live region says must be read before the next text takes its place.
  const [reader, listener] = [1, 2].map(() => {
    const started = spawn(PYTHON, [join(import.meta.dirname, 'listener.py')], {
      env: { ...process.env, ...env },
    });
    return { process: started, ask: askerOf(started) };
  }) as [Assistant, Assistant];
  await Promise.all([reader.ask.ready, listener.ask.ready]);
  const said: Utterance[] = [];
  return {
    env,
    page: async (title) => (await reader.ask(`tree ${title}`)) as Accessible | null,
    async heard() {
      said.push(...((await listener.ask('heard')) as Utterance[]));
      return said;
    },
    async forget() {
      await listener.ask('heard');
      said.length = 0;
    },
    async close() {
      for (const { process: one } of [reader, listener]) {
        one.stdin.end();
        one.kill();
      }
      bus.close();
      screen.close();
    },
  };
}

interface Assistant {
  process: ChildProcessWithoutNullStreams;
  ask: ReturnType<typeof askerOf>;
}

async function openBus(screen: Screen): Promise<{ address: string; close(): void }> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address=3'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    // Programs that the bus starts, AT-SPI's among them, get this environment.
    env: { ...process.env, DISPLAY: screen.name },
  });
  const address = await new Promise<string>((resolve, reject) => {
    bus.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    bus.once('exit', (code) => reject(new Error(`dbus-daemon has ended with ${code}.`)));
  });
  return { address, close: () => void bus.kill() };
}

/** One command at a time, each answered by one line. */
function askerOf(listener: ChildProcessWithoutNullStreams) {
  const waiting: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  let trouble = '';
  listener.stderr.on('data', (bytes: Buffer) => {
    trouble += bytes.toString();
  });
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push({ resolve, reject });
    });
  createInterface(listener.stdout).on('line', (line) => {
    const { value, error } = JSON.parse(line) as { value: unknown; error?: string };
    const first = waiting.shift();
    if (error === undefined) first?.resolve(value);
    else first?.reject(new Error(`listener.py: ${error}`));
  });
  listener.once('exit', (code) => {
    const error = new Error(`listener.py has ended with ${code}: ${trouble}`);
    for (const { reject } of waiting.splice(0)) reject(error);
  });
  const ready = next();
  const ask = (command: string): Promise<unknown> => {
    const reply = next();
    listener.stdin.write(`${command}\n`);
    return reply;
  };
  return Object.assign(ask, { ready });
}
