import { describe, expect, it } from 'vitest';
import { siteSettings, TAG_SETTINGS } from '../../gateway/visitors/site-settings.ts';
import { choicesOf, LOOK_GROUPS, settingsOf, tagChoicesOf } from '../model/site-look.ts';

describe('an owner’s settings', () => {
  it('are all that the gateway keeps, and those that the tag has to say are a group of their own', () => {
    const named = Object.values(LOOK_GROUPS).flat();
    // Whose fields are look-fields.ts's.
    expect([...named, 'look'].sort()).toEqual(Object.keys(siteSettings.shape).sort());
    expect([...LOOK_GROUPS.button].sort()).toEqual([...TAG_SETTINGS].sort());
  });

  it('come through the form’s fields as they were', () => {
    const settings = siteSettings.parse({
      title: 'Ask "us"',
      prompts: ['Where is my order?', 'Returns'],
      hideOn: ['/checkout/*', '/cart'],
      cards: ['choices', 'form'],
      color: '#7a1f5c',
      position: 'left',
      thinking: false,
      attachments: true,
    });
    expect(settingsOf(choicesOf(settings))).toEqual(settings);
    expect(siteSettings.safeParse(settingsOf(choicesOf(settings))).success).toBe(true);
  });

  it('leave out what counts without them, and what is empty', () => {
    expect(settingsOf({ thinking: 'on', theme: 'auto', title: '  ', prompts: ' | ' })).toEqual({
      prompts: [],
    });
  });

  it('stand in the tag only where the button needs them', () => {
    const settings = siteSettings.parse({
      title: 'Help',
      color: 'teal',
      theme: 'auto',
      hideOn: ['/a', '/b'],
      nudge: 'Hello',
    });
    expect(tagChoicesOf(settings)).toEqual({ color: 'teal', hideOn: '/a /b', nudge: 'Hello' });
  });
});
