// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createTypedNote } from '../../widget/typed-note.ts';

const next = (): string => createTypedNote('b').read();

describe('the note of what is typed', () => {
  beforeEach(() => sessionStorage.clear());

  it('gives the next page of the tab what stood in the composer', () => {
    createTypedNote('b').typed('half a sent');
    expect(next()).toBe('half a sent');
    expect(createTypedNote('other').read()).toBe('');
  });

  it('gives it what was on its way to the outbox, before what was typed after it', () => {
    const note = createTypedNote('b');
    note.typed('hello');
    const kept = note.sending('hello');
    note.typed('');
    expect(next()).toBe('hello');
    note.typed('and');
    expect(next()).toBe('hello\nand');
    kept();
    expect(next()).toBe('and');
  });

  it('leaves nothing once all is kept elsewhere', () => {
    const note = createTypedNote('b');
    const first = note.sending('one');
    const second = note.sending('one');
    first();
    expect(next()).toBe('one');
    second();
    expect(sessionStorage.length).toBe(0);
  });
});
