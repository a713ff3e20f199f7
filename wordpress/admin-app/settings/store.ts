// What the page knows, and what somebody has typed and is not stored yet. Each field is stored by itself, one call after the other,
// since each call stores all settings anew; what a call refuses stays in its field, with the reason beside it.

import { createContext, useContext, useEffect, useRef, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { CallError } from '../api.ts';
import { type Finding, fieldsOf, isSame, type PageState, type Value } from '../page.ts';
import { call } from './page-call.ts';

export type Values = Record<string, Value>;

/** How the last change of a field stands. */
export interface Status {
  kind: 'saving' | 'saved' | 'failed';
  /** Of a failed one. */
  message?: string;
  /** Of a saved one: back to what was there before. */
  undo?: () => void;
}

export interface Snack {
  id: string;
  content: string;
  /** Else WordPress makes the whole notice a button, around the one in it. */
  explicitDismiss: true;
  actions?: { label: string; onClick(): void }[];
}

export interface Store {
  page: PageState;
  /** A field's value as it stands in the page. */
  value(name: string): Value | undefined;
  /** Typed, not stored yet. */
  isDraft(name: string): boolean;
  status(name: string): Status | undefined;
  setDraft(name: string, value: Value): void;
  /** Stores what stands in the field, or `value`. True where it is stored now. */
  save(name: string, value?: Value): Promise<boolean>;
  saveMany(values: Values, said: string): Promise<boolean>;
  saveSecret(name: string, secret: string): Promise<boolean>;
  /** A button's act. What it refuses is told at the fields that it names; null then. */
  act<T>(name: string, given?: Record<string, unknown>): Promise<T | null>;
  /** What the last test has found, by where it was asked for. */
  findings: Finding[];
  snacks: Snack[];
  dismiss(id: string): void;
}

const SNACK_MS = 12_000;

const Context = createContext<Store | null>(null);
export const StoreProvider = Context.Provider;

export function useStore(): Store {
  const store = useContext(Context);
  if (store === null) throw new Error('There is no store here.');
  return store;
}

export function useNewStore(first: PageState): Store {
  const [page, setPage] = useState(first);
  const [drafts, setDrafts] = useState<Values>({});
  const [statuses, setStatuses] = useState<Record<string, Status | undefined>>({});
  const [findings, setFindings] = useState<Finding[]>(first.findings ?? []);
  const [snacks, setSnacks] = useState<Snack[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const numbers = useRef(0);
  // Calls end later than the render that began them.
  const now = useRef({ page, drafts });
  now.current = { page, drafts };

  const change = (next: Values): void => {
    now.current.drafts = next;
    setDrafts(next);
  };
  const without = (names: readonly string[], are?: Values): void => {
    const kept = Object.entries(now.current.drafts).filter(
      ([name, value]) => !names.includes(name) || (are !== undefined && !isSame(value, are[name])),
    );
    change(Object.fromEntries(kept));
  };
  const setStatus = (names: readonly string[], status: Status | undefined): void =>
    setStatuses((all) => ({ ...all, ...Object.fromEntries(names.map((name) => [name, status])) }));
  const show = (next: PageState): void => {
    now.current.page = next;
    setPage(next);
  };
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const turn = queue.current.then(task);
    queue.current = turn.catch(() => undefined);
    return turn;
  };
  const say = (content: string, undo?: () => void): void => {
    numbers.current += 1;
    const actions = undo && [{ label: __('Undo', 'bellhop'), onClick: undo }];
    const id = `${numbers.current}`;
    const snack: Snack = { id, content, explicitDismiss: true, ...(actions ? { actions } : {}) };
    // It goes by itself; every field's last change can be undone beside it.
    setSnacks((all) => [...all.slice(-2), snack]);
    setTimeout(() => setSnacks((all) => all.filter((one) => one.id !== id)), SNACK_MS);
  };
  const tell = (error: unknown, names: readonly string[]): void => {
    if (!(error instanceof CallError)) throw error;
    const told = Object.entries(error.fields);
    setStatus(names, undefined);
    for (const [name, message] of told) setStatus([name], { kind: 'failed', message });
    if (told.length === 0 && names.length > 0) {
      setStatus(names, { kind: 'failed', message: error.message });
    } else if (told.length === 0) {
      setFindings([{ ok: false, text: error.message }]);
    }
  };

  const store = (
    values: Values,
    said: (before: Values) => string,
    canUndo = true,
  ): Promise<boolean> => {
    const names = Object.keys(values);
    setStatus(names, { kind: 'saving' });
    return inTurn(async () => {
      const before = Object.fromEntries(names.map((name) => [name, now.current.page.values[name]]));
      try {
        show(
          await call<PageState>('', { settings: values }, first.links.door, { keepalive: true }),
        );
        without(names, values);
        const back = before as Values;
        const undo = () => {
          without(names);
          void store(back, () => __('As it was before.', 'bellhop'), false);
        };
        setStatus(names, { kind: 'saved', ...(canUndo ? { undo } : {}) });
        say(said(back), canUndo ? undo : undefined);
        return true;
      } catch (error) {
        tell(error, names);
        return false;
      }
    });
  };

  const save = async (name: string, given?: Value): Promise<boolean> => {
    const value = given ?? now.current.drafts[name];
    if (value === undefined) return true;
    if (isSame(value, now.current.page.values[name])) {
      without([name]);
      setStatus([name], undefined);
      return true;
    }
    change({ ...now.current.drafts, [name]: value });
    const label = fieldsOf(now.current.page).find((field) => field.name === name)?.label ?? name;
    /* translators: %s: name of a setting, as in Colour */
    return store({ [name]: value }, () => sprintf(__('Saved: %s', 'bellhop'), label));
  };

  // Whoever closes the page while the cursor is in a field has typed that to be kept.
  const leave = useRef(() => {});
  leave.current = () => {
    for (const name of Object.keys(now.current.drafts)) {
      if (statuses[name]?.kind !== 'failed') void save(name);
    }
  };
  const hasRefused = useRef(false);
  hasRefused.current = Object.keys(drafts).some((name) => statuses[name]?.kind === 'failed');
  useEffect(() => {
    const keep = (): void => {
      if (document.visibilityState === 'hidden') leave.current();
    };
    // What was refused would be lost: the browser asks.
    const ask = (event: BeforeUnloadEvent): void => {
      if (hasRefused.current) event.preventDefault();
    };
    document.addEventListener('visibilitychange', keep);
    addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', keep);
      removeEventListener('beforeunload', ask);
    };
  }, []);

  return {
    page,
    findings,
    snacks,
    value: (name) => drafts[name] ?? page.values[name],
    isDraft: (name) => name in drafts && !isSame(drafts[name], page.values[name]),
    status: (name) => statuses[name],
    setDraft(name, value) {
      change({ ...now.current.drafts, [name]: value });
      // A refusal stays until something else is typed.
      setStatus([name], undefined);
    },
    save,
    saveMany: (values, said) => store(values, () => said),
    saveSecret(name, secret) {
      setStatus([name], { kind: 'saving' });
      return inTurn(async () => {
        try {
          show(await call<PageState>('', { secrets: { [name]: secret } }, first.links.door));
          setStatus([name], { kind: 'saved' });
          say(secret === '' ? __('Forgotten.', 'bellhop') : __('Saved.', 'bellhop'));
          return true;
        } catch (error) {
          tell(error, [name]);
          return false;
        }
      });
    },
    act<T>(name: string, given: Record<string, unknown> = {}) {
      return inTurn(async () => {
        try {
          const done = await call<{
            page: PageState;
            findings?: Finding[];
            said?: string;
            before?: Values;
          }>(name, given, first.links.door);
          show(done.page);
          setStatus(Object.keys(given), undefined);
          if (done.findings !== undefined) setFindings(done.findings);
          const { before } = done;
          if (done.said !== undefined) {
            say(
              done.said,
              before && (() => void store(before, () => __('As it was before.', 'bellhop'), false)),
            );
          }
          return done as T;
        } catch (error) {
          tell(error, []);
          return null;
        }
      });
    },
    dismiss: (id) => setSnacks((all) => all.filter((snack) => snack.id !== id)),
  };
}

/** "3 settings". */
export function countInWords(count: number): string {
  /* translators: %d: a number */
  return sprintf(_n('%d setting was saved.', '%d settings were saved.', count, 'bellhop'), count);
}
