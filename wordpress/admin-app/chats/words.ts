// How chats, times and sums are said. Texts by WordPress's own translations; times and numbers in the language of the page.

import { __, _n, sprintf } from '@wordpress/i18n';
import type { Chat, Line } from './chat.ts';

const language = document.documentElement.lang || 'en';
const timeOfDay = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const whole = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat(language);
const dollars = new Intl.NumberFormat(language, {
  ...{ style: 'currency', currency: 'USD', maximumFractionDigits: 4 },
});

export const number = (value: number): string => numbers.format(value);
export const money = (value: number): string => dollars.format(value);
export const fullTime = (seconds: number): string => whole.format(seconds * 1000);

/** Of today the time, else the day. */
export function shortTime(seconds: number): string {
  const at = new Date(seconds * 1000);
  const isToday = at.toDateString() === new Date().toDateString();
  return (isToday ? timeOfDay : day).format(at);
}

export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

export function stateWords({ state, holder, is_done }: Chat): string {
  if (is_done) return __('Done', 'bellhop');
  switch (state) {
    case 'waits':
      return holder?.is_me
        ? __('Waits for you', 'bellhop')
        : /* translators: %s: a person's name */
          sprintf(__('Waits for %s', 'bellhop'), holder?.name ?? '');
    case 'held':
      return holder?.is_me
        ? __('You answer', 'bellhop')
        : /* translators: %s: a person's name */
          sprintf(__('%s answers', 'bellhop'), holder?.name ?? '');
    case 'running':
      return __('Is being answered', 'bellhop');
    case 'wanted':
      return __('Waits for a person', 'bellhop');
    case 'paused':
      return __('Waits for the visitor’s page', 'bellhop');
    case 'unanswered':
      return __('Unanswered', 'bellhop');
    default:
      return __('Answered', 'bellhop');
  }
}

export function ratingWords({ up, down }: Chat): string {
  const said: string[] = [];
  // translators: %s: a number of answers
  if (up > 0) said.push(sprintf(_n('%s helped', '%s helped', up, 'bellhop'), number(up)));
  if (down > 0) {
    // translators: %s: a number of answers
    said.push(sprintf(_n('%s didn’t help', '%s didn’t help', down, 'bellhop'), number(down)));
  }
  return said.join(', ');
}

export function speakerWords({ who, name }: Line): string {
  switch (who) {
    case 'visitor':
      return __('Visitor', 'bellhop');
    case 'agent':
      return __('Agent', 'bellhop');
    case 'tool':
      return __('Tool', 'bellhop');
    case 'problem':
      return __('Problem', 'bellhop');
    default:
      return name;
  }
}

/** The English words of the wire are for clients that know nothing of people. */
export function noticeWords({ name, who }: Line): string {
  if (who === 'joined') {
    /* translators: %s: a person's name */
    return sprintf(__('%s has joined', 'bellhop'), name);
  }
  /* translators: %s: a person's name */
  return sprintf(__('%s has left; the agent goes on', 'bellhop'), name);
}
