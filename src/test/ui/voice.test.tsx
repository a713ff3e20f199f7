// @vitest-environment jsdom
// Dictation in the composer, with a recognizer in the place of the browser's.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  installRecognizer,
  type RecognizerDouble,
  recognizers,
} from '../../../test/doubles/recognizer.ts';
import { agent, session, user } from '../../../test/gallery/build.ts';
import { createWriter } from '../../ui/voice/writer.ts';
import { type MountOptions, mount } from './harness.ts';

const talk = session([user('Hello'), agent(['Hello!'])]);
const show = (how: MountOptions = {}, isOn = true) =>
  mount({ session: talk, options: { hasVoice: isOn } }, how);
type View = ReturnType<typeof show>;

const button = (view: View, name: string) => view.screen.findByRole('button', { name });
const box = (view: View) => view.screen.getByRole<HTMLTextAreaElement>('textbox');
async function dictate(view: View): Promise<RecognizerDouble> {
  await view.user.click(await button(view, 'Dictate'));
  await view.user.click(await button(view, 'Start'));
  return listening(view);
}
async function listening(view: View): Promise<RecognizerDouble> {
  await button(view, 'Stop dictating');
  const recognizer = recognizers().at(-1);
  if (recognizer === undefined) throw new Error('Nothing listens.');
  return recognizer;
}

beforeEach(installRecognizer);
afterEach(() => {
  Reflect.deleteProperty(window, 'SpeechRecognition');
  Reflect.deleteProperty(window, 'webkitSpeechRecognition');
  Reflect.deleteProperty(Document.prototype, 'featurePolicy');
});

describe('the button', () => {
  it('is there only where the owner has asked for it', async () => {
    const view = show({}, false);
    await view.pass();
    expect(view.screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
  });

  it('is not there where the browser has no recognizer', async () => {
    Reflect.deleteProperty(window, 'SpeechRecognition');
    Reflect.deleteProperty(window, 'webkitSpeechRecognition');
    const view = show();
    await view.pass();
    expect(view.screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
  });

  it('is not there where the page’s permissions policy denies the microphone', async () => {
    const asked: string[] = [];
    Object.defineProperty(Document.prototype, 'featurePolicy', {
      configurable: true,
      get: () => ({ allowsFeature: (name: string) => asked.push(name) === 0 }),
    });
    const view = show();
    await vi.waitUntil(() => asked.length > 0, { timeout: 300_000 });
    expect(asked).toContain('microphone');
    expect(view.screen.queryByRole('button', { name: 'Dictate' })).toBeNull();
  });
});

describe('before the first use', () => {
  it('says where the sound goes, and listens only after a yes', async () => {
    const view = show();
    await view.user.click(await button(view, 'Dictate'));
    await view.screen.findAllByText(/to their maker’s servers for that, Chrome to Google’s/);
    expect(recognizers()).toEqual([]);
    await view.user.click(await button(view, 'Cancel'));
    expect(view.screen.queryByRole('button', { name: 'Start' })).toBeNull();
    expect(recognizers()).toEqual([]);
  });

  it('says it once a device', async () => {
    const view = show();
    await dictate(view);
    expect(view.ports.preferences?.get('voice')).toBe('told');
    await view.user.click(await button(view, 'Stop dictating'));
    await view.user.click(await button(view, 'Dictate'));
    await listening(view);
    expect(view.screen.queryByRole('button', { name: 'Start' })).toBeNull();
  });

  it('takes no press that is not the visitor’s own', async () => {
    const view = show({ isTrusted: () => false });
    await view.user.click(await button(view, 'Dictate'));
    await view.pass(1_000);
    expect(view.screen.queryByRole('button', { name: 'Start' })).toBeNull();
    expect(recognizers()).toEqual([]);
  });
});

describe('while it listens', () => {
  it('shows words before they are final, and corrects them', async () => {
    const view = show();
    const recognizer = await dictate(view);
    recognizer.hear(['I would lie', false]);
    await vi.waitFor(() => expect(box(view).value).toBe('I would lie'));
    recognizer.hear(['I would like', true], [' a jacket', false]);
    await vi.waitFor(() => expect(box(view).value).toBe('I would like a jacket'));
  });

  it('ends by its button, and writes what was said until then', async () => {
    const view = show();
    const recognizer = await dictate(view);
    await view.user.click(await button(view, 'Stop dictating'));
    recognizer.hear(['the last words', true]);
    await vi.waitFor(() => expect(box(view).value).toBe('the last words'));
    await vi.waitFor(() => expect(recognizer.isOn).toBe(false));
    expect(await button(view, 'Dictate')).toBeTruthy();
  });

  it('ends by Escape, which leaves the panel open', async () => {
    const view = show();
    const recognizer = await dictate(view);
    await view.user.click(box(view));
    await view.user.keyboard('{Escape}');
    await vi.waitFor(() => expect(recognizer.isOn).toBe(false));
    expect(view.panel.isOpen()).toBe(true);
    await view.user.keyboard('{Escape}');
    expect(view.panel.isOpen()).toBe(false);
  });

  it('ends when the message is sent: what is heard after that belongs to no message', async () => {
    const view = show();
    const recognizer = await dictate(view);
    recognizer.hear(['send this', false]);
    await vi.waitFor(() => expect(box(view).value).toBe('send this'));
    await view.user.click(box(view));
    await view.user.keyboard('{Enter}');
    recognizer.hear(['send this one', true]);
    await vi.waitFor(() => expect(recognizer.isOn).toBe(false));
    expect(view.called('send')).toEqual([[[{ type: 'text', text: 'send this' }]]]);
    expect(box(view).value).toBe('');
  });

  it('ends when the panel is closed', async () => {
    const view = show();
    const recognizer = await dictate(view);
    view.panel.close();
    await vi.waitFor(() => expect(recognizer.isOn).toBe(false));
  });

  it.each([
    ['not-allowed', 'The microphone isn’t allowed here.'],
    ['audio-capture', 'No microphone was found'],
    ['no-speech', 'Nothing was heard'],
    ['network', 'can’t reach its speech service'],
    ['language-not-supported', 'doesn’t work right now'],
  ])('says in words why it has ended: %s', async (code, words) => {
    const view = show();
    const recognizer = await dictate(view);
    recognizer.fail(code);
    expect((await view.screen.findAllByText(new RegExp(words))).length).toBeGreaterThan(0);
    expect(await button(view, 'Dictate')).toBeTruthy();
  });

  it('tells screen readers when it listens and when it has ended', async () => {
    const view = show();
    const heard: string[] = [];
    for (const region of view.root.querySelectorAll('.panel [aria-live=polite]')) {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) heard.push(node.textContent ?? '');
      }).observe(region, { childList: true });
    }
    const recognizer = await dictate(view);
    await view.pass(2_000);
    recognizer.fallSilent();
    await view.pass(2_000);
    expect(heard[0]).toMatch(/^Your browser listens/);
    expect(heard.slice(1)).toEqual(['Listening…', 'Dictation has ended']);
  });
});

describe('the words', () => {
  const said = (...texts: string[]) => texts.map((transcript) => [{ transcript }]);
  function field(text: string, start = text.length, end = start) {
    const at = { text, start, end };
    const writer = createWriter({
      read: () => at,
      write(next, caret) {
        Object.assign(at, { text: next, start: caret, end: caret });
      },
    });
    return { at, writer };
  }

  it('stand where the visitor was writing, with spaces where the script has them', () => {
    const { at, writer } = field('I want, please', 6);
    writer.heard(said('a jacket', ' in blue'));
    expect(at.text).toBe('I want a jacket in blue, please');
    const dense = field('私は');
    dense.writer.heard(said('青い', 'ジャケット'));
    expect(dense.at.text).toBe('私は青いジャケット');
  });

  it('take the place of what was selected', () => {
    const { at, writer } = field('a red jacket', 2, 5);
    writer.heard(said('blue'));
    expect(at.text).toBe('a blue jacket');
  });

  it('that the visitor has edited stay as they are, and come no second time', () => {
    const { at, writer } = field('');
    writer.heard(said('a jacked'));
    Object.assign(at, { text: 'A jacket', start: 8, end: 8 });
    expect(writer.isChanged()).toBe(true);
    writer.heard(said('a jacked in blue'));
    expect(at.text).toBe('A jacket in blue');
    writer.heard(said('a jacked in blue', ' please'));
    expect(at.text).toBe('A jacket in blue please');
  });

  it('that turn out to be none leave the message as it was', () => {
    const { at, writer } = field('Hello');
    writer.heard(said('uh'));
    writer.heard(said(''));
    expect(at.text).toBe('Hello');
  });
});
