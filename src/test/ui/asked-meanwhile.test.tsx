// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, message, running, session, user } from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

describe('a message that is sent while a reply is under way', () => {
  it('stands below that reply as sent, and only its own reply is shown as begun below it', async () => {
    const asked = user('And to Norway?');
    const reply = (words: string) => message(words, true);
    const working = { turn: { state: 'working' as const } };
    const first = agent([reply('Two jackets')], working);
    const view = mount({ session: session([user('Hi'), first, asked], { run: running() }) });
    await view.pass();
    const rows = () => [...view.root.querySelectorAll('.entries .row, .entries .lone')];
    const words = () => rows().map((row) => row.textContent ?? '');
    expect(words()).toHaveLength(3);
    expect(words()[1]).toContain('Two jackets');
    expect(words()[2]).toContain('And to Norway?');
    expect(words()[2]).toContain('Sent');
    // The first answer has ended, and the run of the second message has begun.
    await view.show(session([user('Hi'), agent(['Two jackets fit.']), asked], { run: running() }));
    expect(words()[2]).not.toContain('Sent');
    expect(words()[3]).toContain('Replying');
  });
});
