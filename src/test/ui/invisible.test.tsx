// @vitest-environment jsdom
// Characters that turn a text around, or that nobody sees, wherever the panel shows texts of others.

import { waitFor } from '@testing-library/preact';
import { describe, expect, it } from 'vitest';
import { agent, NOW, session, user } from '../../../test/gallery/build.ts';
import { transcriptText } from '../../ui/later/transcript.ts';
import type { DebugEntry } from '../../ui/types.ts';
import { mount } from './harness.ts';

// Fetched where the owner allows attachments; here it is at hand.
await import('../../ui/attach/attach.tsx');

const TURNED = 'a\u202egpj.exe\u2066b\u202dc';
const CONTROL = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

async function openMenu(view: ReturnType<typeof mount>, item: RegExp, place: string) {
  await view.pass();
  await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
  await view.pass(100);
  const wait = { timeout: 300_000 };
  await view.user.click(await view.screen.findByRole('menuitem', { name: item }, wait));
  await waitFor(() => expect(view.root.querySelector(place)).toBeTruthy(), wait);
}

describe('characters that turn a text around, or that nobody sees, stand as signs', () => {
  it('in what the visitor wrote', () => {
    const { root } = mount({
      session: session([
        user(
          `${TURNED}\u0007\u{e0041} 👩‍👧 ش\u200fc 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}`,
        ),
      ]),
    });
    const text = root.querySelector('.bubble')?.textContent;
    expect(text).toBe(
      'a[U+202E]gpj.exe[U+2066]b[U+202D]c[U+0007][U+E0041] 👩‍👧 ش\u200fc 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    );
  });

  it('in the reference of an error', () => {
    const turn = agent([], {
      turn: {
        state: 'failed',
        code: 'internal_error',
        text: 'x',
        requestId: `req_${TURNED}\u200b1`,
      },
    });
    const { root } = mount({ session: session([user('Hm?'), turn]) });
    const shown = root.querySelector('.turn-end')?.textContent ?? '';
    expect(shown).toContain('req_a\\u{202e}gpj.exe\\u{2066}b\\u{202d}c\\u{200b}1');
  });

  it('in the name of a file that could not be read', () => {
    const file = {
      type: 'document' as const,
      title: TURNED,
      source: { type: 'text' as const, media_type: 'text/plain', data: 'x' },
    };
    const turn = agent([], {
      turn: { state: 'failed', code: 'attachment_unsupported', text: 'x' },
    });
    const { root } = mount({
      session: session([user([file, { type: 'text', text: 'Hm?' }]), turn]),
    });
    expect(root.textContent).toContain('a[U+202E]gpj.exe');
    expect(root.textContent).not.toMatch(CONTROL);
  });

  it('in the names of chosen files', async () => {
    const view = mount({ session: session([]), options: { allowAttachments: true } });
    view.ports.readDocument = () => new Promise(() => {});
    await view.pass();
    await view.user.upload(
      view.root.querySelector('input[type=file]') as HTMLInputElement,
      new File(['x'], `${TURNED}.txt`),
    );
    await view.pass();
    expect(view.root.querySelector('.attachments')?.outerHTML).toContain('a[U+202E]gpj.exe');
    expect(view.root.querySelector('.attachments')?.outerHTML).not.toMatch(CONTROL);
  });

  it('in the owner’s view: titles, ids, what failed, raw events', async () => {
    const line = (kind: DebugEntry['kind'], raw: unknown): DebugEntry => ({
      key: kind,
      at: 0,
      kind,
      title: `GET /v1/sessions/${TURNED}\u200b 400`,
      latencyMs: 1,
      requestId: TURNED,
      raw,
    });
    const entries = [
      line('request', null),
      line('event', { id: TURNED, type: 'session.error', content: { code: TURNED, text: TURNED } }),
    ];
    const view = mount({ session: session([]), options: { isDebug: true }, debug: entries });
    await openMenu(view, /Owner/, '.debug-row');
    const shown = view.root.querySelector('.owner')?.outerHTML ?? '';
    expect(shown).toContain('a\\u{202e}gpj.exe');
    expect(shown).not.toMatch(CONTROL);
    expect(shown).not.toContain('\u200b');
  });

  it('in the titles of earlier conversations', async () => {
    const view = mount({
      session: session([]),
      conversations: [{ sessionId: 's', title: TURNED, updatedAt: NOW, isCurrent: false }],
    });
    await openMenu(view, /Earlier/, '.conversation');
    expect(view.root.querySelector('.conversation-title')?.textContent).toContain('a[U+202E]gpj');
  });

  it('in what is said aloud', async () => {
    const view = mount({ session: session([user('Hm?')]) });
    await view.show(session([user('Hm?'), agent([`Look: ${TURNED}`])]));
    await view.pass(2000);
    const said = [...view.root.querySelectorAll('[aria-live]')].map((it) => it.textContent).join();
    expect(said).toContain('a[U+202E]gpj');
    expect(said).not.toMatch(/[\u202d\u202e]/);
  });

  it('in the names and addresses of sources on paper', () => {
    const source = {
      type: 'knowledge_base' as const,
      document_uri: `https://a.example/${TURNED}`,
      document_title: TURNED,
    };
    const view = mount({
      session: session([user('Hm?'), agent(['Yes.'], { citations: [source] })]),
    });
    const { ports } = view;
    const chat = {
      words: { peek: () => ({ t: ports.i18n.t, format: ports.i18n.format }) },
      options: ports.options,
      session: ports.session,
      tools: ports.tools,
      ports,
    };
    for (const name of ['options', 'session', 'tools'] as const)
      Object.assign(chat, { [name]: { peek: () => ports[name].get() } });
    const text = transcriptText(chat as never);
    expect(text).toContain('a[U+202E]gpj');
    expect(text).not.toMatch(CONTROL);
  });
});
