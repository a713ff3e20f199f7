// Where the visitor's own message stands, and what keeps the chat from working.

import type { Delivery } from '../../../src/session/types.ts';
import { agent, NOW, session, user } from '../build.ts';
import type { GalleryState } from '../states.ts';
import { ASKED } from './words.ts';

const delivered = (name: string, delivery: Delivery, minutesAgo = 3): GalleryState => ({
  name,
  session: session([user('Hello'), agent(['Hello!']), user(ASKED, { delivery, minutesAgo })]),
});

export const DELIVERY: GalleryState[] = [
  {
    name: 'no-answer',
    session: session([user('Do you deliver on Saturdays?')]),
    options: { contact: 'https://shop.example/contact' },
  },
  {
    name: 'sending',
    session: session([user(ASKED, { delivery: { state: 'sending' } })], {
      run: { state: 'coming', isStopping: false },
    }),
  },
  {
    name: 'stopping-early',
    session: session([user(ASKED, { delivery: { state: 'sending' } })], {
      run: { state: 'coming', isStopping: true },
    }),
  },
  {
    name: 'unconfirmed',
    session: session([user(ASKED, { delivery: { state: 'unconfirmed' } })]),
  },
  {
    name: 'refused',
    session: session([
      user(ASKED, { delivery: { state: 'refused', code: 'invalid_request', message: '' } }),
    ]),
  },
  {
    name: 'offline',
    session: session(
      [
        user('Hello'),
        agent(['Hello! What are you looking for?']),
        user(ASKED, { delivery: { state: 'queued', why: 'offline' } }),
        user('In green, if there is one', { delivery: { state: 'queued', why: 'offline' } }),
      ],
      { connection: 'offline' },
    ),
  },
  {
    name: 'reconnecting',
    session: session([user('Hello'), agent(['Hello!'])], {
      connection: 'waiting',
      trouble: { kind: 'unavailable', retryAt: NOW + 8000 },
    }),
  },
  {
    name: 'not-working',
    session: session([user('Hello', { delivery: { state: 'queued', why: 'starting' } })], {
      connection: 'waiting',
      trouble: { kind: 'not_working', retryAt: null },
    }),
  },
  {
    name: 'limited',
    session: session([user('Hello'), agent(['Hello!'])], {
      trouble: { kind: 'rate_limited', retryAt: NOW + 12_000 },
    }),
  },
  {
    name: 'session-ended',
    session: session(
      [
        user('Hello'),
        agent(['Hello!']),
        user(ASKED, { delivery: { state: 'blocked', why: 'session_ended' } }),
      ],
      { trouble: { kind: 'session_ended' } },
    ),
  },
  {
    name: 'forbidden',
    session: session(
      [
        user('Hello'),
        agent(['Hello!']),
        user(ASKED, { delivery: { state: 'refused', code: 'forbidden', message: '' } }),
      ],
      { trouble: { kind: 'forbidden' } },
    ),
  },
  {
    name: 'gone',
    session: session(
      [
        user('Hello'),
        agent(['Hello!']),
        user(ASKED, { delivery: { state: 'refused', code: 'not_found', message: '' } }),
      ],
      { trouble: { kind: 'not_found' } },
    ),
  },
  {
    name: 'no-credits',
    session: session(
      [
        user('Hello'),
        agent(['Hello!']),
        user(ASKED, { delivery: { state: 'blocked', why: 'no_credits' } }),
        user('In green, if there is one', { delivery: { state: 'blocked', why: 'no_credits' } }),
      ],
      { trouble: { kind: 'no_credits' } },
    ),
  },
  delivered('sent', { state: 'sent' }, 0),
  delivered('checking', { state: 'checking' }),
  delivered('queued-order', { state: 'queued', why: 'order' }),
  delivered('queued-step', { state: 'queued', why: 'paused' }),
  {
    name: 'sent-twice',
    session: session([user(ASKED, { isSentTwice: true }), agent(['Two fit well.'])]),
  },
  {
    name: 'unreachable',
    session: session([user('Hello'), agent(['Hello!'])], {
      connection: 'waiting',
      trouble: { kind: 'unreachable', retryAt: null },
    }),
  },
  {
    name: 'forgetful',
    session: session([user('Hello'), agent(['Hello!'])], { isForgetful: true }),
  },
];
