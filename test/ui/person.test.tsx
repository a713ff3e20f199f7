// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, session, user } from '../gallery/build.ts';
import { mount } from './harness.ts';

const wrote = (name: string, act: string, text: string) => ({
  type: 'text' as const,
  text,
  extra_content: { gateway: { person: { name, act } } },
});
const spoken = (...blocks: ReturnType<typeof wrote>[]) => {
  const made = agent(['Of the agent.']);
  const parts = blocks.map((block, index) => ({
    kind: 'message' as const,
    key: `person ${index}`,
    eventId: `person ${index}`,
    blocks: [block],
    isPreview: false,
  }));
  return session([user('Hello?'), { ...made, parts: [...made.parts, ...parts] }]);
};

describe('a person who has taken over', () => {
  it('is named above what they write, and the visitor sees them come and go', () => {
    const view = mount({
      session: spoken(
        wrote('Anna', 'joined', 'Anna has joined the conversation.'),
        wrote('Anna', 'said', 'I look **at once**.'),
        wrote('Anna', 'left', 'Anna has left the conversation.'),
      ),
    });
    const lines = [...view.root.querySelectorAll('.speaker')].map(({ textContent }) => textContent);
    expect(lines).toEqual(['Anna has joined', 'Anna', 'Anna has left']);
    expect(view.screen.getByText(/I look/)).toBeTruthy();
    expect(view.screen.queryByText('Anna has joined the conversation.')).toBeNull();
  });

  it('has a name that is text, without characters that turn it around', () => {
    const view = mount({ session: spoken(wrote('<b>An\u202ena', 'said', 'Hello.')) });
    const name = view.root.querySelector('.speaker')?.textContent ?? '';
    expect(name).toContain('<b>An');
    expect(name).not.toContain('\u202e');
  });

  it('who is typing is seen to, below what was said last', async () => {
    const made = spoken(wrote('Anna', 'said', 'One moment.'));
    const [question, answer] = made.entries;
    if (question === undefined || answer?.kind !== 'agent') throw new Error('Not this talk.');
    const typed = {
      kind: 'message' as const,
      key: 'typing',
      eventId: 'typing',
      blocks: [{ type: 'text' as const, text: '' }],
      isPreview: true,
    };
    const view = mount({
      session: { ...made, entries: [question, { ...answer, parts: [...answer.parts, typed] }] },
    });
    expect(view.root.querySelector('.replying')?.textContent).toBe('Replying…');
    await view.show(made);
    expect(view.root.querySelector('.replying')).toBeNull();
  });

  it('who does what this version doesn’t know is shown as saying it', () => {
    const view = mount({ session: spoken(wrote('Anna', 'waved', 'Anna waves.')) });
    expect(view.screen.getByText('Anna waves.')).toBeTruthy();
  });
});
