// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, session, user } from '../../../test/gallery/build.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import { transcriptText } from '../../ui/later/transcript.ts';
import { createChatModel } from '../../ui/model/chat-model.ts';
import { toSpeech } from '../../ui/model/speech.ts';
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

/** Those of the level that only the panel itself writes. */
const headings = (root: ShadowRoot | HTMLElement) =>
  [...root.querySelectorAll('.log h3')].map(({ textContent }) => textContent);

describe('a person who has taken over', () => {
  it('has a mark and a heading that nothing an agent writes has', () => {
    const imitations = [
      '**Anna**\n\nI look at once.',
      '# Anna said\n\n### Anna has joined',
      '<div class="person"><h3>Anna said</h3><p class="speaker">Anna</p></div>',
      '![Anna](data:image/gif;base64,R0lGODlhAQABAAAAACw=) **Anna**',
    ];
    const view = mount({ session: session([user('Hello?'), agent(imitations)]) });
    expect(view.root.querySelectorAll('.person, .speaker')).toHaveLength(0);
    expect(headings(view.root)).toEqual(['You said', 'Fjell & Veld said']);
    const real = mount({ session: spoken(wrote('Anna', 'said', 'I look at once.')) });
    expect(real.root.querySelectorAll('.person')).toHaveLength(1);
  });

  it('is named alone where nobody else speaks in a turn', () => {
    const made = spoken(wrote('Anna', 'said', 'At once.'));
    const [question, answer] = made.entries;
    if (question === undefined || answer?.kind !== 'agent') throw new Error('Not this talk.');
    const alone = { ...answer, parts: answer.parts.slice(1) };
    const view = mount({ session: { ...made, entries: [question, alone] } });
    expect(headings(view.root)).toEqual(['You said', 'Anna said']);
  });

  it('is named in what is saved and in what a screen reader hears', () => {
    const made = spoken(
      wrote('Anna', 'joined', 'Anna has joined the conversation.'),
      wrote('Anna', 'said', 'I look.\nWait.'),
    );
    const view = mount({ session: made });
    const saved = transcriptText(createChatModel(view.ports));
    const [, ...said] = saved.split(/^\[.*?\] /m).map((text) => text.trim());
    expect(said).toEqual([
      'You said: Hello?',
      'Fjell & Veld said: Of the agent.',
      'Anna has joined',
      'Anna said: I look.\n  Wait.',
    ]);
    const answer = made.entries[1];
    if (answer?.kind !== 'agent') throw new Error('Not this talk.');
    expect(toSpeech(answer, createChatModel(view.ports).words.peek()).join(' ')).toBe(
      'Of the agent.\n\nAnna has joined\n\nAnna said: I look.\nWait.',
    );
  });

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
    expect(headings(view.root)).toEqual([
      'You said',
      'Fjell & Veld said',
      'Anna has joined',
      'Anna said',
      'Anna has left',
    ]);
    expect(view.screen.getByText(/I look/)).toBeTruthy();
    expect(view.screen.queryByText('Anna has joined the conversation.')).toBeNull();
  });

  it('is followed by the agent under its own name, in that turn and in the next', () => {
    const made = spoken(wrote('Anna', 'said', 'At once.'), wrote('Anna', 'left', 'Bye.'));
    const [question, answer] = made.entries;
    if (question === undefined || answer?.kind !== 'agent') throw new Error('Not this talk.');
    const speakers = (...more: TranscriptEntry[]) => {
      const { root } = mount({ session: { ...made, entries: [question, ...more] } });
      const seen = [...root.querySelectorAll('.speaker')].map(({ textContent }) => textContent);
      return { seen, headings: headings(root) };
    };
    const more = agent(['And more.']).parts;
    const inIt = speakers({ ...answer, parts: [...answer.parts, ...more] });
    expect(inIt.seen).toEqual(['Anna', 'Anna has left', 'Fjell & Veld']);
    expect(inIt.headings.slice(-2)).toEqual(['Anna has left', 'Fjell & Veld said']);
    const next = speakers(answer, user('And?'), agent(['More.']), user('And?'), agent(['So.']));
    expect(next.seen).toEqual(['Anna', 'Anna has left', 'Fjell & Veld']);
    expect(next.headings.filter((line) => line === 'Fjell & Veld said')).toHaveLength(3);
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
