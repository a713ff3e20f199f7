import { describe, expect, it } from 'vitest';
import { parseOverrides } from '../../i18n/index.ts';

describe('parseOverrides', () => {
  it('takes texts and plural forms', () => {
    const given = {
      send: 'Go',
      newMessages: { one: '{n} neu', other: '{n} neue', junk: 1 },
      steps: 'steps',
    };
    expect(parseOverrides(given)).toEqual({
      overrides: { send: 'Go', newMessages: { one: '{n} neu', other: '{n} neue' }, steps: 'steps' },
      problems: [],
    });
  });

  it('names what it leaves out, and keeps the rest', () => {
    const given = JSON.parse(
      '{"sendd":"x","send":5,"steps":{"one":"x"},"stop":"Halt","__proto__":"x","toString":"x"}',
    );
    const { overrides, problems } = parseOverrides(given);
    expect(overrides).toEqual({ stop: 'Halt' });
    expect(problems).toHaveLength(5);
    expect(problems[0]).toContain('"sendd"');
  });

  it.each([null, [], 'x', 4])('refuses %j as a whole', (given) => {
    expect(parseOverrides(given).problems).toHaveLength(1);
  });
});
