// Questions, answers and tools, in one tab and in two.

import { expect } from 'vitest';
import { listen } from '../../browser/support/listen.ts';
import type { Step } from '../../browser/support/test-gateway.ts';
import { until } from '../../browser/support/visitor.ts';
import { pageHtml } from '../../browser/support/world.ts';
import { askFirst, askForMugs, BODY, cart, expectNoWrongs, HEAD, type Journey } from '../scene.ts';
import { find } from '../visitor.ts';

/** Thirty parts, one after the other. */
const IN_PARTS: Step[][] = [
  Array.from({ length: 30 }, (_, n): Step[] => [{ say: `Part ${n}.` }, { wait_ms: 150 }]).flat(),
];

/** A tool that takes for ever, and tells a server outside the page each time when it begins. */
const slowTool = (counter: string) => `<script>
(window.bellhop ||= []).push((chat) => {
  chat.registerTool({
    name: 'place_order',
    title: 'Place the order',
    description: 'Places the order.',
    inputSchema: { type: 'object' },
    async execute() {
      await fetch('${counter}', { method: 'POST', mode: 'no-cors' });
      window.hasBegun = true;
      return new Promise(() => {});
    },
  });
});
</script>`;

/** Runs in a page: a transaction on the chat's database that stays open until `isWriting` is false. */
function keepWriting(): void {
  const page = window as unknown as { isWriting: boolean };
  page.isWriting = true;
  void indexedDB.databases().then((all) => {
    const name = all.find((one) => one.name?.startsWith('bellhop:'))?.name ?? '';
    const opening = indexedDB.open(name);
    opening.onsuccess = () => {
      const rows = opening.result.transaction('rows', 'readwrite').objectStore('rows');
      const goOn = (): void => {
        if (page.isWriting) rows.get('nothing').onsuccess = goOn;
        else opening.result.close();
      };
      goOn();
    };
  });
}

export const TALK: readonly Journey[] = [
  {
    title: 'answers with its source, runs a tool that is allowed, and stops',
    async play({ enter, sent }) {
      const guest = await enter();
      await askFirst(guest);
      expect((await guest.sees('*Returns*', '[role=log] a')).text).toContain('Returns');
      await askForMugs(guest);
      expect(await cart(guest)).toBe('');
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      const [result, ...more] = await sent('user.tool_result');
      expect(more).toEqual([]);
      expect(result?.content).toMatchObject([{ type: 'tool_result', content: '{"items":2}' }]);
      await guest.write('Tell me everything');
      await guest.reads('The end.');
      await guest.write('And now wait');
      // A Stop before the run shows gives the message back instead.
      await guest.reads('Wait.');
      await until('the stop to be taken', async () => {
        const stop = await find(guest.hand, 'button', 'Stop');
        if (stop?.isEnabled) await guest.hand.click(stop.x, stop.y);
        // Presses in quick succession are one double click, whose second half is no Stop.
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return (await guest.log()).includes('Reply stopped.');
      });
      expect(await sent('user.interrupt')).toHaveLength(1);
      expect(await guest.log()).not.toContain('Too late.');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'shows an answer as it comes, and once after a reload in the middle of it',
    script: IN_PARTS,
    async play({ enter, world }) {
      const guest = await enter();
      await guest.open();
      await guest.write('Tell me');
      await guest.reads('Part 2.');
      expect(await guest.log()).not.toContain('Part 29.');
      await guest.hand.goto(`${world.site}/`);
      // It opens by itself, as it was open.
      await guest.reads('Part 29.');
      for (const words of ['Tell me', 'Part 0.', 'Part 2.', 'Part 29.']) {
        expect(await guest.count(words), words).toBe(1);
      }
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'asks again after a reload before a tool was allowed, and runs it once',
    async play({ enter, world, sent }) {
      const guest = await enter();
      await askFirst(guest);
      await askForMugs(guest);
      await guest.hand.goto(`${world.site}/`);
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      expect(await sent('user.tool_result')).toHaveLength(1);
      expect(await sent('user.message')).toHaveLength(2);
      await expectNoWrongs(guest);
    },
  },
  {
    title:
      'runs no tool again after a reload in the middle of it, and tells the agent that its outcome is unknown',
    script: [[{ call: [{ name: 'place_order', input: {} }] }, { say: 'Let me look it up.' }]],
    async play({ enter, world, sent, afterwards }) {
      let begun = 0;
      const counter = await listen((_, response) => {
        begun += 1;
        response.writeHead(204).end();
      });
      afterwards(() => counter.close());
      world.put('/', pageHtml(world, {}, BODY, HEAD + slowTool(counter.url)));
      const guest = await enter();
      await guest.open();
      await guest.write('Order it');
      await guest.answer('yes');
      await until('the tool to be under way', () => guest.hand.run(() => 'hasBegun' in window));
      await guest.hand.goto(`${world.site}/`);
      await guest.reads('Let me look it up.');
      expect(begun).toBe(1);
      const results = await sent('user.tool_result');
      expect(results).toHaveLength(1);
      expect(results[0]?.content).toMatchObject([
        { is_error: true, error_code: 'execution_failed' },
      ]);
      expect(JSON.stringify(results[0]?.content)).toContain('unknown');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'shows the same conversation in two tabs, and a tool runs in one of them alone',
    async play({ enter, sent }) {
      const first = await enter();
      await askFirst(first);
      const second = await first.another();
      await second.openByScript();
      await second.reads('30 days');
      await second.write('Two mugs, please');
      await second.answer('yes');
      for (const guest of [first, second]) await guest.reads('Two mugs are in your cart.');
      expect([await cart(first), await cart(second)].sort()).toEqual(['', '2 × mug;']);
      expect(await sent('user.tool_result')).toHaveLength(1);
      for (const guest of [first, second]) {
        expect(await guest.count('30 days')).toBe(1);
        await expectNoWrongs(guest);
      }
    },
  },
  {
    title: 'goes on in the other tab when the one that leads is closed in the middle of an answer',
    script: IN_PARTS,
    async play({ enter, sent }) {
      const first = await enter();
      await first.open();
      await first.write('Tell me');
      await first.reads('Part 0.');
      const second = await first.another();
      await second.openByScript();
      await second.reads('Part 2.');
      await first.hand.close();
      await second.reads('Part 29.');
      for (const words of ['Tell me', 'Part 0.', 'Part 29.']) {
        expect(await second.count(words), words).toBe(1);
      }
      expect(await sent('user.message')).toHaveLength(1);
      await expectNoWrongs(second);
    },
  },
  {
    title: 'begins a new conversation, and finds the earlier one',
    async play({ enter }) {
      const guest = await enter();
      await askFirst(guest);
      await guest.press('Menu');
      await guest.press('New conversation');
      await until('an empty log', async () => !(await guest.log()).includes('30 days'));
      await guest.write('Something else');
      await guest.reads('30 days');
      expect(await guest.log()).not.toContain('How long can I return it?');
      await guest.press('Menu');
      await guest.press('Earlier conversations');
      await guest.press('*How long can I return it?*');
      await guest.reads('How long can I return it?');
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'goes on when the visitor walks to another page and back',
    async play({ enter, world, engine }) {
      const guest = await enter();
      await askFirst(guest);
      await guest.hand.goto(`${world.site}/other`);
      await guest.reads('30 days');
      await guest.hand.back();
      // Whether the engine has kept the page is its own choice; both must work.
      const isKept = await guest.hand.run(() => (window as unknown as { isKept: boolean }).isKept);
      engine.note(`the back-forward cache ${isKept ? 'kept' : 'did not keep'} the page`);
      await askForMugs(guest);
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      expect(await cart(guest)).toBe('2 × mug;');
      expect(await guest.count('30 days')).toBe(1);
      await expectNoWrongs(guest);
    },
  },
  {
    title: 'goes on after the back-forward cache, though storage was at work when the page left',
    async play({ enter, world, engine }) {
      const first = await enter();
      await askFirst(first);
      const guest = await first.another();
      await guest.open();
      await guest.reads('30 days');
      await guest.hand.goto(`${world.site}/other`);
      await guest.reads('30 days');
      // A write of another tab that takes long: what the next page asks of storage waits behind it.
      await first.hand.run(keepWriting);
      await guest.hand.goto(`${world.site}/`);
      await until('the core of the chat to be there', () =>
        guest.hand.run(() =>
          performance.getEntriesByType('resource').some(({ name }) => name.includes('/core-')),
        ),
      );
      // It asks storage at once.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await guest.hand.goto(`${world.site}/other`);
      // What it has asked is answered while it is in the cache.
      await first.hand.run(() => {
        (window as unknown as { isWriting: boolean }).isWriting = false;
      });
      await guest.reads('30 days');
      await guest.hand.back();
      const isKept = await guest.hand.run(() => (window as unknown as { isKept: boolean }).isKept);
      engine.note(
        `the back-forward cache ${isKept ? 'kept' : 'did not keep'} a page whose storage was at work`,
      );
      await guest.reads('30 days');
      await askForMugs(guest);
      await guest.answer('yes');
      await guest.reads('Two mugs are in your cart.');
      await expectNoWrongs(guest);
    },
  },
];
