// What the address says: which chat is open, and what the list shows. A link to a chat, as in an e-mail, opens it.

import { useCallback, useEffect, useState } from '@wordpress/element';

export interface Place {
  /** '' for none. */
  chat: string;
  search: string;
  status: 'open' | 'done' | 'any';
  show: 'all' | 'unanswered' | 'down' | 'waiting' | 'held';
  /** Days back from today: '' for all. */
  days: '' | '1' | '7' | '30';
  path: string;
  page: number;
}

const NOWHERE: Place = {
  ...{ chat: '', search: '', status: 'open', show: 'all', days: '', path: '', page: 1 },
};
const CHOICES = {
  status: ['open', 'done', 'any'],
  show: ['all', 'unanswered', 'down', 'waiting', 'held'],
  days: ['', '1', '7', '30'],
} as const;
/** WordPress's own names, where it has some. */
const PARAMETERS = {
  ...{ chat: 'chat', search: 's', status: 'status', show: 'show', days: 'days', path: 'path' },
  page: 'paged',
} as const;

export function placeOf(address: string): Place {
  const given = new URLSearchParams(address);
  const text = (name: keyof Place): string => given.get(PARAMETERS[name]) ?? '';
  const choice = <K extends keyof typeof CHOICES>(name: K): Place[K] => {
    const found = (CHOICES[name] as readonly string[]).find((one) => one === text(name));
    return (found ?? NOWHERE[name]) as Place[K];
  };
  return {
    chat: text('chat'),
    search: text('search'),
    status: choice('status'),
    show: choice('show'),
    days: choice('days'),
    path: text('path'),
    page: Math.max(1, Number.parseInt(text('page'), 10) || 1),
  };
}

/** @param address the page's own query: what isn't ours stays. */
export function addressOf(place: Place, address: string): string {
  const query = new URLSearchParams(address);
  for (const [name, parameter] of Object.entries(PARAMETERS)) {
    const value = String(place[name as keyof Place]);
    if (value === String(NOWHERE[name as keyof Place])) query.delete(parameter);
    else query.set(parameter, value);
  }
  return `?${query}`;
}

/** What the list asks for. @param today the day on which it is asked, as the site's visitors have it */
export function queryOf({ search, status, show, days, path, page }: Place, today: Date): string {
  const query = new URLSearchParams({ status, show, page: String(page) });
  if (search !== '') query.set('search', search);
  if (path !== '') query.set('path', path);
  if (days !== '') {
    const first = new Date(today);
    first.setDate(first.getDate() - Number(days) + 1);
    const [year, month, day] = [first.getFullYear(), first.getMonth() + 1, first.getDate()];
    query.set('after', [year, pad(month), pad(day)].join('-'));
  }
  return query.toString();
}

const pad = (number: number): string => String(number).padStart(2, '0');

export type Go = (change: Partial<Place>) => void;

/** Each change is a step that "back" undoes; typing in a search makes no steps of its own. */
export function usePlace(): [Place, Go] {
  const [place, setPlace] = useState(() => placeOf(location.search));
  useEffect(() => {
    const read = (): void => setPlace(placeOf(location.search));
    addEventListener('popstate', read);
    return () => removeEventListener('popstate', read);
  }, []);
  const go = useCallback<Go>((change) => {
    const before = placeOf(location.search);
    const next = {
      ...before,
      ...('chat' in change || 'page' in change ? {} : { page: 1 }),
      ...change,
    };
    const address = addressOf(next, location.search);
    if (address === location.search) return;
    const isTyping =
      before.chat === next.chat && before.search !== next.search && before.search !== '';
    if (isTyping) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    setPlace(next);
  }, []);
  return [place, go];
}
