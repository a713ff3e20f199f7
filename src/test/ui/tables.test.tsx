// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  agent,
  message,
  NOW,
  running,
  session,
  text,
  thought,
  user,
} from '../../../test/gallery/build.ts';
import type { Delivery, Trouble, TurnState } from '../../session/types.ts';
import { mount } from './harness.ts';

const ASKED = 'Compare the jackets';

function mountTurn(turn: TurnState) {
  return mount({ session: session([user(ASKED), agent(['Some words'], { turn })]) });
}
const failed = (code: string): TurnState => ({
  state: 'failed',
  code,
  text: 'from the gateway',
  requestId: 'req_42',
});

/** Buttons and links under a turn that have words, in order. */
function waysIn(root: ShadowRoot): string[] {
  const ways = root.querySelectorAll('.ways .button, .ways .link');
  return [...ways].map((way) => (way.textContent ?? '').replace(' (opens in a new tab)', ''));
}

describe('what a run code becomes', () => {
  it.each([
    ['upstream_error', 'Something went wrong.', ['Retry', 'Contact us']],
    ['unclassified', 'Something went wrong.', ['Retry', 'Contact us']],
    ['internal_error', 'Something went wrong.', ['Retry', 'Contact us']],
    ['a code of tomorrow', 'Something went wrong.', ['Retry', 'Contact us']],
    ['rate_limit_error', 'The assistant is busy.', ['Retry in 10\u00a0s', 'Contact us']],
    ['upstream_timeout', 'That took too long.', ['Retry', 'Edit', 'Contact us']],
    ['run_timeout', 'That took too long.', ['Retry', 'Edit', 'Contact us']],
    ['context_exceeded', 'This conversation is full.', ['Start new']],
    ['max_iterations', 'Too much for one go.', ['Edit']],
    ['run_interrupted', 'The reply was interrupted.', ['Retry']],
    ['run_abandoned', 'The reply was interrupted.', ['Retry']],
    ['run_not_scheduled', 'Saved, but not answered.', ['Retry', 'Contact us']],
    ['invalid_tool_schema', 'Chat isn’t working right now.', ['Retry', 'Contact us']],
    ['toolset_incomplete', 'Chat isn’t working right now.', ['Contact us']],
    ['insufficient_credits', 'Chat is paused.', ['Contact us']],
    ['attachment_unsupported', 'Can’t read Attachment.', ['Remove and resend']],
  ])('%s says "%s" and offers %j', (code, words, ways) => {
    const { screen, root } = mountTurn(failed(code));
    expect(screen.getByText(words)).toBeTruthy();
    expect(waysIn(root)).toEqual(ways);
  });

  it.each([
    ['internal_error', 'That was on our side. Please try again in a moment.'],
    ['run_interrupted', 'Your message is saved. Try again to get the whole answer.'],
    ['toolset_incomplete', 'Please come back a little later.'],
  ])('%s says once what helps: %s', (code, words) => {
    expect(mountTurn(failed(code)).screen.getAllByText(words)).toHaveLength(1);
  });

  it('keeps the reference of a failure that has no better words folded, and never shows the gateway’s own text', () => {
    const { screen } = mountTurn(failed('internal_error'));
    expect(screen.getByText('Reference req_42').closest('details')?.open).toBe(false);
    expect(screen.queryByText(/from the gateway/)).toBeNull();
  });

  it('sends the same content again on Retry', async () => {
    const { screen, user: hand, called } = mountTurn(failed('run_timeout'));
    await hand.click(screen.getByRole('button', { name: 'Retry' }));
    expect(called('send')).toEqual([[[text(ASKED)]]]);
  });

  it('puts the message into the composer on Edit, and says that it adds a new one', async () => {
    const { screen, user: hand, called, pass } = mountTurn(failed('run_timeout'));
    await hand.click(screen.getByRole('button', { name: 'Edit' }));
    await pass();
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe(ASKED);
    expect(screen.getByText('This adds a new message. Earlier ones stay.')).toBeTruthy();
    expect(called('send')).toEqual([]);
  });

  it('counts down before a busy assistant may be asked again', async () => {
    const { screen, user: hand, called, pass } = mountTurn(failed('rate_limit_error'));
    await pass();
    await hand.click(screen.getByRole('button', { name: 'Retry in 10\u00a0s' }));
    expect(called('send')).toEqual([]);
    await pass(1000);
    expect(screen.getByRole('button', { name: 'Retry in 9\u00a0s' })).toBeTruthy();
    for (let second = 0; second < 9; second++) await pass(1000);
    await hand.click(screen.getByRole('button', { name: 'Retry' }));
    expect(called('send')).toHaveLength(1);
  });

  it('resends without the file that can’t be read, naming it', async () => {
    const file = {
      type: 'document',
      title: 'plan.dwg',
      source: { type: 'text', media_type: 'text/plain', data: '' },
    } as const;
    const {
      screen,
      user: hand,
      called,
    } = mount({
      session: session([
        user([file, text(ASKED)]),
        agent([], { turn: failed('attachment_unsupported') }),
      ]),
    });
    expect(screen.getByText('Can’t read plan.dwg.')).toBeTruthy();
    await hand.click(screen.getByRole('button', { name: 'Remove and resend' }));
    expect(called('send')).toEqual([[[text(ASKED)]]]);
  });

  it('offers ways on under the last turn only', () => {
    const { root, screen } = mount({
      session: session([
        user(ASKED),
        agent([], { turn: failed('internal_error') }),
        user('Again'),
        agent(['Here you are']),
      ]),
    });
    expect(screen.getByText('Something went wrong.')).toBeTruthy();
    expect(waysIn(root)).toEqual([]);
  });
});

describe('what a stop reason becomes', () => {
  it.each([
    ['max_tokens', 'Answer cut short.', ['Continue']],
    ['model_context_window_exceeded', 'This conversation is full.', ['Start new']],
    ['user_cancelled', 'Reply stopped.', ['Retry', 'Edit']],
  ])('%s says "%s" and offers %j', (stopReason, words, ways) => {
    const { screen, root } = mountTurn({ state: 'ended', stopReason });
    expect(screen.getByText(words)).toBeTruthy();
    expect(waysIn(root)).toEqual(ways);
  });

  it.each(['end_turn', 'a reason of tomorrow'])('%s says nothing', (stopReason) => {
    const { root } = mountTurn({ state: 'ended', stopReason });
    expect(root.querySelector('.turn-end')).toBeNull();
  });

  it('asks to go on in the visitor’s words', async () => {
    const { screen, user: hand, called } = mountTurn({ state: 'ended', stopReason: 'max_tokens' });
    await hand.click(screen.getByRole('button', { name: 'Continue' }));
    expect(called('send')).toEqual([[[text('Continue')]]]);
  });

  it('starts a new conversation where this one is full', async () => {
    const turn: TurnState = { state: 'ended', stopReason: 'model_context_window_exceeded' };
    const { screen, user: hand, called } = mountTurn(turn);
    await hand.click(screen.getByRole('button', { name: 'Start new' }));
    expect(called('newConversation')).toHaveLength(1);
  });
});

describe('where the visitor’s own message stands', () => {
  const deliver = (delivery: Delivery, isSentTwice = false) =>
    mount({ session: session([user(ASKED, { delivery, isSentTwice })]) });

  it.each<[Delivery, string]>([
    [{ state: 'queued', why: 'offline' }, 'Will be sent when you’re online'],
    [{ state: 'queued', why: 'paused' }, 'Will be sent after this step'],
    [{ state: 'queued', why: 'order' }, 'Queued'],
    [{ state: 'queued', why: 'starting' }, 'Sending…'],
    [{ state: 'sending' }, 'Sending…'],
    [{ state: 'checking' }, 'Checking whether this was sent'],
    [{ state: 'sent' }, 'Sent'],
    [{ state: 'unconfirmed' }, 'Not confirmed'],
    [{ state: 'blocked', why: 'no_credits' }, 'Not sent'],
    [
      { state: 'refused', code: 'forbidden', message: '' },
      'Not sent · You don’t have access to this chat',
    ],
  ])('%j says "%s"', (delivery, words) => {
    expect(deliver(delivery).screen.getByText(words)).toBeTruthy();
  });

  it.each([
    ['invalid_request', 'Something went wrong.'],
    ['conflict', 'Something went wrong.'],
    ['content_policy', 'Something went wrong.'],
    ['forbidden', 'You don’t have access to this chat'],
    ['site_not_active', 'You don’t have access to this chat'],
    ['not_found', 'This conversation can’t go on here.'],
    ['revoked', 'This conversation can’t go on here.'],
    ['too_large', 'Too much for one go.'],
    ['insufficient_credits', 'Chat is paused.'],
  ])('says that a message that was refused as %s isn’t sent, and why: %s', (code, why) => {
    const refused: Delivery = { state: 'refused', code, message: '' };
    expect(deliver(refused).screen.getByText(`Not sent · ${why}`)).toBeTruthy();
  });

  it('says when a message arrived twice', () => {
    expect(deliver({ state: 'sent' }, true).screen.getByText('Sent twice')).toBeTruthy();
  });

  it('lets an unconfirmed message be looked for, or sent again', async () => {
    const { screen, user: hand, called, ports } = deliver({ state: 'unconfirmed' });
    const id = ports.session.get().entries[0]?.key;
    await hand.click(screen.getByRole('button', { name: 'Check' }));
    await hand.click(screen.getByRole('button', { name: 'Send again (may appear twice)' }));
    expect(called('check')).toEqual([[id]]);
    expect(called('resend')).toEqual([[id]]);
  });

  it.each<Delivery>([
    { state: 'refused', code: 'x', message: '' },
    { state: 'blocked', why: 'no_credits' },
  ])('lets a message that is $state be sent again, edited or discarded', async (delivery) => {
    const { screen, user: hand, called, pass } = deliver(delivery);
    await hand.click(screen.getByRole('button', { name: 'Retry' }));
    expect(called('resend')).toHaveLength(1);
    await hand.click(screen.getByRole('button', { name: 'Edit' }));
    await pass();
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('What was not sent');
    await hand.click(screen.getByRole('button', { name: 'Discard' }));
    expect(called('discard')).toHaveLength(2);
  });
});

describe('what trouble becomes', () => {
  it.each<[Trouble, Delivery, RegExp]>([
    [
      { kind: 'not_working', retryAt: null },
      { state: 'blocked', why: 'not_working' },
      /isn’t working right now/g,
    ],
    [
      { kind: 'session_ended' },
      { state: 'blocked', why: 'session_ended' },
      /You were disconnected/g,
    ],
    [{ kind: 'no_credits' }, { state: 'blocked', why: 'no_credits' }, /Chat is paused/g],
    [{ kind: 'forbidden' }, { state: 'blocked', why: 'forbidden' }, /don’t have access/g],
    [
      { kind: 'not_found' },
      { state: 'refused', code: 'not_found', message: '' },
      /can’t go on here/g,
    ],
  ])('%j is said once, however many messages wait', (kind, delivery, words) => {
    const { root } = mount({
      session: session([user('One', { delivery }), user('Two', { delivery })], { trouble: kind }),
    });
    expect(root.textContent?.match(words)).toHaveLength(1);
    expect(root.textContent?.match(/Not sent/g)).toHaveLength(2);
  });

  const trouble = (kind: Trouble) =>
    mount({ session: session([user('Hello'), agent(['Hello!'])], { trouble: kind }) });

  it.each<[Trouble, RegExp, string | null]>([
    [{ kind: 'unreachable', retryAt: null }, /Reconnecting…/, 'Try now'],
    [{ kind: 'unavailable', retryAt: NOW + 8000 }, /Reconnecting… 8\ss/, 'Try now'],
    [{ kind: 'rate_limited', retryAt: NOW + 3000 }, /busy\. Retry in 3\ss/, null],
    [{ kind: 'not_working', retryAt: null }, /Chat isn’t working right now\./, 'Try now'],
    [{ kind: 'not_working', retryAt: NOW + 8000 }, /right now\. 8\ss/, 'Try now'],
    [{ kind: 'session_ended' }, /You were disconnected\./, 'Reconnect'],
    [{ kind: 'forbidden' }, /You don’t have access to this chat/, null],
    [{ kind: 'not_found' }, /This conversation can’t go on here\./, 'Start new'],
    [{ kind: 'no_credits' }, /Chat is paused\./, 'Try again'],
  ])('%j says %s and offers %s', (kind, words, button) => {
    const { screen, root } = trouble(kind);
    expect(root.querySelector('.banner')?.textContent).toMatch(words);
    if (button) expect(screen.getByRole('button', { name: button })).toBeTruthy();
    // Whatever is wrong, what was said stays to be read.
    expect(screen.getByText('Hello!')).toBeTruthy();
  });

  it.each(['unreachable', 'unavailable'] as const)(
    'says after 20 s of %s that the chat isn’t working, and shows the way to the owner',
    async (kind) => {
      const { screen, root, pass } = mount({
        session: session([user('Hello')], { trouble: { kind, retryAt: null } }),
      });
      await pass(19_000);
      expect(root.querySelector('.banner')?.textContent).toMatch(/Reconnecting…/);
      expect(screen.queryByRole('link', { name: /^Contact us/ })).toBeNull();
      await pass(1_000);
      expect(root.querySelector('.banner')?.textContent).toMatch(/Chat isn’t working right now\./);
      expect(screen.getByRole('link', { name: /^Contact us/ })).toBeTruthy();
    },
  );

  it('shows the way to the owner where the chat isn’t working', () => {
    const { screen } = trouble({ kind: 'not_working', retryAt: null });
    expect(screen.getByRole('link', { name: /^Contact us/ })).toBeTruthy();
  });

  it('counts what waits while offline', () => {
    const delivery: Delivery = { state: 'queued', why: 'offline' };
    const { root } = mount({
      session: session([user('One', { delivery }), user('Two', { delivery })], {
        connection: 'offline',
      }),
    });
    expect(root.querySelector('.banner')?.textContent).toBe(
      'You’re offline. 2 messages will be sent when you’re back',
    );
  });

  it('sends nothing into a conversation that is gone, and keeps the draft', async () => {
    const {
      screen,
      user: hand,
      called,
    } = mount({
      session: session([], { trouble: { kind: 'not_found' } }),
    });
    await hand.type(screen.getByRole('textbox'), 'Hello?{Enter}');
    expect(called('send')).toEqual([]);
    expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe('Hello?');
  });
});

describe('what a run that goes on becomes', () => {
  it('says that a reply is under way, and after twenty seconds that it takes longer', async () => {
    const { screen, pass } = mount({ session: session([user(ASKED)], { run: running(0) }) });
    await pass();
    expect(screen.getByText('Replying…')).toBeTruthy();
    await pass(20_000);
    expect(screen.getByText('Taking longer than usual')).toBeTruthy();
  });

  it('says how long a thought took, or that there was one', () => {
    const { screen } = mount({
      session: session([
        user(ASKED),
        agent([thought('Hm.', 4000), thought('', 2100), thought('So.', 300)]),
      ]),
    });
    expect(screen.getByText('Thought for 4 s')).toBeTruthy();
    expect(screen.getByText('Thought for 2.1 s')).toBeTruthy();
    expect(screen.getByText('Thought')).toBeTruthy();
  });

  it('shows no thoughts where the owner wants none', () => {
    const { root } = mount({
      session: session([user(ASKED), agent([thought('Secret', 4000), 'Answer'])]),
      options: { showThinking: false },
    });
    expect(root.textContent).not.toContain('Secret');
  });

  it('draws nothing for a turn in which nothing could be seen', () => {
    const { screen } = mount({ session: session([user(ASKED), agent([])]) });
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('marks a compaction with a thin line, without its summary', () => {
    const { screen, root } = mount({
      session: session([{ kind: 'compaction', key: 'c', summary: 'The secret sum', at: NOW }]),
    });
    expect(screen.getByText('Earlier messages were summarised')).toBeTruthy();
    expect(root.textContent).not.toContain('The secret sum');
  });

  it('lists each source once, and links web addresses only', () => {
    const source = (document_uri: string, document_title: string) => ({
      type: 'knowledge_base',
      document_uri,
      document_title,
    });
    const { screen } = mount({
      session: session([
        user(ASKED),
        agent(['Answer'], {
          citations: [
            source('https://a.example/1', 'One'),
            source('https://a.example/1', 'One'),
            source('javascript:alert(1)', 'Two'),
          ],
        }),
      ]),
    });
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://a.example/1']);
    expect(screen.getByText('Two')).toBeTruthy();
  });

  it('draws a preview as it grows, in the same place', async () => {
    const part = message('Two jackets', true);
    const turn = agent([part], { turn: { state: 'working' } });
    const before = [user(ASKED)];
    const view = mount({ session: session([...before, turn], { run: running() }) });
    const row = view.root.querySelector('.turn .answer');
    expect(row?.textContent).toBe('Two jackets');
    const grown = { ...turn, parts: [{ ...part, blocks: [text('Two jackets fit')] }] };
    await view.show(session([...before, grown], { run: running() }));
    expect(view.root.querySelector('.turn .answer')).toBe(row);
    expect(row?.textContent?.trim()).toBe('Two jackets fit');
  });
});
