// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../../ui/feedback/thumbs.tsx';
import { agent, session, user } from '../../../test/gallery/build.ts';
import { sendFeedback } from '../../widget/send-feedback.ts';
import { mount } from './harness.ts';

afterEach(() => vi.unstubAllGlobals());

async function show(isOn = true) {
  const view = mount({
    session: session([user('Hello'), agent(['Good day.'])]),
    options: { hasFeedback: isOn },
  });
  await view.pass();
  await view.pass();
  return view;
}
const given = (view: Awaited<ReturnType<typeof show>>) =>
  view.called('giveFeedback').map(([one]) => one as { value: unknown; comment?: string });

describe('feedback on an answer', () => {
  it('is asked for by two thumbs where the owner wants it, and nowhere else', async () => {
    const view = await show();
    view.screen.getByRole('group', { name: 'Was this helpful?' });
    const plain = await show(false);
    expect(plain.screen.queryByRole('group', { name: 'Was this helpful?' })).toBeNull();
  });

  it('is given by a press, said aloud, and taken back by another', async () => {
    const view = await show();
    const up = view.screen.getByRole('button', { name: 'Helpful' });
    await view.user.click(up);
    await view.pass(300);
    expect(up.getAttribute('aria-pressed')).toBe('true');
    expect(view.screen.getAllByText('Thank you').length).toBeGreaterThan(0);
    await view.user.click(up);
    expect(up.getAttribute('aria-pressed')).toBe('false');
    expect(given(view).map(({ value }) => value)).toEqual(['up', null]);
  });

  it('takes one line more, which nobody has to write', async () => {
    const view = await show();
    await view.user.click(view.screen.getByRole('button', { name: 'Not helpful' }));
    await view.user.type(
      view.screen.getByRole('textbox', { name: 'Tell us more (optional)' }),
      'It is too short{Enter}',
    );
    expect(given(view)).toMatchObject([
      { value: 'down' },
      { value: 'down', comment: 'It is too short' },
    ]);
    expect(view.screen.queryByRole('textbox', { name: 'Tell us more (optional)' })).toBeNull();
  });

  it('is remembered on the device, and a later page shows it without asking for a line again', async () => {
    const first = await show();
    await first.user.click(first.screen.getByRole('button', { name: 'Not helpful' }));
    expect(JSON.parse(first.ports.preferences?.get('rated') ?? '')).toEqual([
      [expect.any(String), 'down'],
    ]);
    const answered = session([user('Hello'), agent(['Another good day.'])]);
    const part = answered.entries.flatMap((entry) =>
      entry.kind === 'agent' ? entry.parts : [],
    )[0];
    const eventId = part?.kind === 'message' ? part.eventId : '';
    const kept = JSON.stringify([['other', 'up'], [eventId, 'down'], ['x', '<b>'], 7]);
    for (const [stored, pressed] of [
      [kept, 'true'],
      ['{', 'false'],
      ['null', 'false'],
    ] as const) {
      const later = mount(
        { session: answered, options: { hasFeedback: true } },
        { settings: new Map([['rated', stored]]) },
      );
      await later.pass();
      await later.pass();
      const down = later.screen.getByRole('button', { name: 'Not helpful' });
      expect(down.getAttribute('aria-pressed'), stored).toBe(pressed);
      expect(later.screen.queryByRole('textbox', { name: /Tell us more/ })).toBeNull();
      expect(later.screen.queryByText('Thank you')).toBeNull();
    }
  });

  it('is posted with the session, the event and the value', async () => {
    const requests: [string, RequestInit][] = [];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      requests.push([url, init]);
      return new Response(null, { status: requests.length === 1 ? 204 : 500 });
    });
    const feedback = { eventId: 'e1', value: 'down', comment: 'no' } as const;
    await sendFeedback('/feedback', 's1', feedback);
    expect(JSON.parse(String(requests[0]?.[1].body))).toEqual({
      session_id: 's1',
      event_id: 'e1',
      value: 'down',
      comment: 'no',
    });
    await expect(sendFeedback('/feedback', 's1', feedback)).rejects.toThrow('answered 500');
  });
});
