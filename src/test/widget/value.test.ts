import { describe, expect, it } from 'vitest';
import { createValue } from '../../widget/value.ts';

describe('a value that changes', () => {
  it('calls its listeners after each change, and not for the same value', () => {
    const value = createValue(1);
    const heard: number[] = [];
    const stop = value.subscribe(() => heard.push(value.get()));
    value.set(2);
    value.set(2);
    value.set(3);
    stop();
    value.set(4);
    expect(heard).toEqual([2, 3]);
    expect(value.get()).toBe(4);
  });

  it('lets a listener stop while it is called', () => {
    const value = createValue('a');
    let calls = 0;
    const stop = value.subscribe(() => {
      calls += 1;
      stop();
    });
    value.subscribe(() => {
      calls += 10;
    });
    value.set('b');
    expect(calls).toBe(11);
  });
});
