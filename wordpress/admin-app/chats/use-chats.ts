// A list of chats, and one of them, kept up to date.

import { useCallback, useRef, useState } from '@wordpress/element';
import { call } from '../call.ts';
import { type ChatPage, merge, type WholeChat } from './chat.ts';
import { useKeepAsking } from './keep-asking.ts';
import { type Place, queryOf } from './place.ts';

const LIST_MS = 10_000;
const CHAT_MS = 3_000;

export interface List {
  /** Null until the first answer. */
  page: ChatPage | null;
  /** What shows is another question's answer. */
  isOld: boolean;
  error: string;
  refresh(): Promise<void>;
}

export function useList(place: Place): List {
  const query = queryOf(place, new Date());
  const [told, setTold] = useState<{ query: string; page: ChatPage } | null>(null);
  const [error, setError] = useState('');
  const wanted = useRef(query);
  wanted.current = query;
  const refresh = useCallback(async () => {
    const asked = wanted.current;
    try {
      const page = await call<ChatPage>(`chats?${asked}`);
      if (asked !== wanted.current) return;
      setTold({ query: asked, page });
      setError('');
    } catch (failure) {
      if (asked === wanted.current) setError((failure as Error).message);
    }
  }, []);
  useKeepAsking(refresh, LIST_MS, query);
  return { page: told?.page ?? null, isOld: told?.query !== query, error, refresh };
}

export interface OpenChat {
  chat: WholeChat | null;
  /** Why it can't be read now. */
  error: string;
  /** A change is under way. */
  isBusy: boolean;
  /** Why the last change failed. */
  refused: string;
  /** @param path below the chat's own address; '' for itself. @returns whether it was done */
  change(
    path: string,
    data?: Record<string, unknown>,
    method?: 'POST' | 'DELETE',
  ): Promise<boolean>;
}

export function useChat(id: string): OpenChat {
  const [chat, setChat] = useState<WholeChat | null>(null);
  const [error, setError] = useState('');
  const [refused, setRefused] = useState('');
  const [isBusy, setBusy] = useState(false);
  const known = useRef<WholeChat | null>(null);
  /** What was read before a change says nothing of it. */
  const changes = useRef(0);

  const keep = (next: WholeChat): void => {
    known.current = next;
    setChat(next);
    setError('');
  };
  const read = async (): Promise<void> => {
    const before = changes.current;
    const after = known.current?.last_seq ?? 0;
    try {
      const told = await call<WholeChat>(`chats/${id}?after=${after}`);
      if (before === changes.current) keep(merge(known.current, told));
    } catch (failure) {
      if (before === changes.current) setError((failure as Error).message);
    }
  };
  useKeepAsking(read, CHAT_MS, id);

  return {
    ...{ chat, error, isBusy, refused },
    async change(path, data = {}, method = 'POST') {
      changes.current++;
      setBusy(true);
      setRefused('');
      try {
        const told = await call<WholeChat>(`chats/${id}${path}`, data, { method });
        changes.current++;
        if ('lines' in told) keep(told);
        return true;
      } catch (failure) {
        changes.current++;
        setRefused((failure as Error).message);
        // It may be refused because it is another's by now.
        void read();
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
