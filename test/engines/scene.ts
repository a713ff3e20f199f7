// What every journey starts from: a site with the script tag, the reference gateway with a scripted agent, and guests
// in one engine. Each journey has a world of its own, so none meets what another has left.

import { expect } from 'vitest';
import { startReferenceGateway } from '../browser/support/reference-gateway.ts';
import type { Step, WireEvent } from '../browser/support/test-gateway.ts';
import { createWorld, pageHtml, type World } from '../browser/support/world.ts';
import type { BrowserWishes, Engine, Hand } from './hand.ts';
import { type Guest, guestOf } from './visitor.ts';

/** A guest who can open further tabs of the same browser. */
export type Visitor = Guest & { another(): Promise<Guest>; inFrame(): Guest };

export interface Scene {
  engine: Engine;
  world: World;
  /** A visitor who has never been anywhere, on this page of the site or at this address. */
  enter(wishes?: BrowserWishes, path?: string): Promise<Visitor>;
  /** Runs when the journey is over, however it ends. */
  afterwards(work: () => Promise<unknown>): void;
  /** The gateway's events of the latest session. */
  sent(type: string): Promise<WireEvent[]>;
}

export interface Journey {
  title: string;
  /** An engine whose driver can't fulfil this is left out, and the table says so. */
  needs?: keyof BrowserWishes;
  /** How many times as long as others it may take. */
  length?: number;
  /** Looks whether the engine itself lacks what this journey rests on. The reason, for the table; null: it must hold. */
  gap?(scene: Scene): Promise<string | null>;
  /** The agent's turns; else those of TURNS. */
  script?: Step[][];
  play(scene: Scene): Promise<void>;
}

const LONG = Array.from({ length: 60 }, (_, at) => `Sentence ${at} of a long answer.`).join(' ');

export const TURNS: Step[][] = [
  [
    { think: 'The returns page says it.', ms: 100 },
    {
      say: 'You can return it within **30 days**.',
      citations: [
        {
          type: 'knowledge_base',
          document_uri: 'https://shop.example/returns',
          document_title: 'Returns',
        },
      ],
    },
  ],
  [
    { call: [{ name: 'add_to_cart', input: { product: 'mug', quantity: 2 } }] },
    { say: 'Two mugs are in your cart.' },
  ],
  [{ say: `${LONG} The end.` }],
  [{ say: 'Wait.' }, { wait_ms: 60_000 }, { say: 'Too late.' }],
];

/** Keeps every error and every refusal of the page, and registers a tool whose effect can be seen. */
export const HEAD = `<script>
window.wrongs = [];
addEventListener('error', (e) => wrongs.push('error: ' + e.message));
addEventListener('unhandledrejection', (e) => wrongs.push('rejection: ' + e.reason + ' ' + (e.reason?.stack ?? '').split('\\n').slice(0, 5).join(' ')));
addEventListener('securitypolicyviolation', (e) => wrongs.push('violation: ' + e.violatedDirective + ' ' + e.blockedURI + ' ' + e.sample));
addEventListener('pageshow', (e) => { window.isKept = e.persisted; });
(window.bellhop ||= []).push((chat) => {
  window.chat = chat;
  chat.configure({ settleMs: 1000 });
  chat.registerTool({
    name: 'add_to_cart',
    title: 'Add to cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
      required: ['product', 'quantity'],
    },
    execute({ product, quantity }) {
      document.querySelector('#cart').textContent += quantity + ' × ' + product + ';';
      return { items: quantity };
    },
  });
});
</script>`;
export const BODY = '<p id="cart"></p><p><a href="/other">Another page</a></p>';

export async function setScene(engine: Engine, script: Step[][] = TURNS) {
  const world = await createWorld(await startReferenceGateway({ script }));
  for (const path of ['/', '/other']) world.put(path, pageHtml(world, {}, BODY, HEAD));
  const endings: (() => Promise<unknown>)[] = [];
  const scene: Scene = {
    engine,
    world,
    async enter(wishes = {}, path = '/') {
      const browser = await engine.enter(wishes);
      endings.push(() => browser.close());
      const arrive = async () => {
        const guest = guestOf(await browser.newTab());
        await guest.hand.goto(new URL(path, world.site).href);
        return guest;
      };
      const guest = await arrive();
      return { ...guest, another: arrive, inFrame: () => guestOf(guest.hand.inFrame()) };
    },
    afterwards: (work) => void endings.push(work),
    sent: async (type) =>
      (await world.gateway.events(world.sessionId())).filter((event) => event.type === type),
  };
  return {
    scene,
    async end() {
      for (const work of endings.reverse()) await work();
      await world.close();
    },
  };
}

/** Nothing was thrown into the page and its policy has refused nothing. */
export async function expectNoWrongs({ hand }: { hand: Hand }): Promise<void> {
  expect(await hand.run(() => (window as unknown as { wrongs: string[] }).wrongs)).toEqual([]);
  expect(hand.troubles).toEqual([]);
}

export const cart = ({ hand }: Guest): Promise<string | undefined> =>
  hand.run(() => document.querySelector('#cart')?.textContent ?? undefined);

export async function askFirst(guest: Guest): Promise<void> {
  await guest.open();
  await guest.write('How long can I return it?');
  await guest.reads('30 days');
}

export async function askForMugs(guest: Guest): Promise<void> {
  await guest.write('Two mugs, please');
  await guest.sees('Add to cart');
}

/** The first question and the tool, allowed. */
export async function askAll(guest: Guest): Promise<void> {
  await askFirst(guest);
  await askForMugs(guest);
  await guest.answer('yes');
  await guest.reads('Two mugs are in your cart.');
}
