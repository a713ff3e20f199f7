// The field of a message or a note: it keeps a draft, and offers colleagues after @ or saved replies after /.

import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { triggerIn } from '../../model/suggest.ts';
import type { View } from '../view.ts';
import { AttachButton, AttachedList, type Attaching } from './attach.tsx';

const MAX_TEXT = 20_000;

export interface Suggestion {
  key: string;
  name: string;
  more: string;
  /** What takes the place of the mark and the words behind it. */
  text: string;
}

export function WriteField(props: {
  view: View;
  /** Of the draft. */
  draft: string;
  label: string;
  hint: string;
  send: string;
  mark: '@' | '/';
  suggest: (words: string) => readonly Suggestion[];
  /** Reads again what is offered: each time that a mark is typed. Left out: it is as it was. */
  onMark?: () => Promise<unknown>;
  onType: () => void;
  /** The text isn't the one before any more. */
  onChange?: () => void;
  /** Left out: no files go along. */
  attaching?: Attaching;
  /** @returns whether it was taken. */
  onSend: (text: string) => Promise<boolean> | boolean;
}) {
  const { view, draft, label, hint, mark, suggest, onMark, onType, onChange, onSend, attaching } =
    props;
  const field = useRef<HTMLTextAreaElement>(null);
  const offered = useSignal<readonly Suggestion[]>([]);
  const active = useSignal(0);
  const list = `${draft}-offers`.replace(/[^\w-]/g, '_');

  /** Where the mark stands whose words are typed. */
  const marked = useRef<number | null>(null);

  const look = () => {
    const element = field.current;
    const trigger = element && triggerIn(element.value.slice(0, element.selectionStart));
    const from = trigger?.mark === mark ? trigger.from : null;
    const isNew = from !== null && from !== marked.current;
    marked.current = from;
    offered.value = from === null ? [] : suggest(trigger?.words ?? '');
    active.value = 0;
    // Who has chosen or left the list meanwhile has no mark any more.
    if (isNew) onMark?.().then(() => marked.current === from && look());
  };
  const close = () => {
    marked.current = null;
    offered.value = [];
  };
  const take = (one: Suggestion) => {
    const element = field.current;
    const trigger = element && triggerIn(element.value.slice(0, element.selectionStart));
    if (!element || !trigger) return;
    element.setRangeText(one.text, trigger.from, element.selectionStart, 'end');
    view.drafts.write(draft, element.value);
    onChange?.();
    close();
    element.focus();
  };
  const send = async () => {
    const text = field.current?.value ?? '';
    if (text.trim() === '' && !attaching?.files.peek().length) return;
    // What was refused stays in the field.
    if ((await onSend(text)) && field.current !== null) {
      field.current.value = '';
      close();
      view.drafts.write(draft, '');
      if (attaching !== undefined) attaching.files.value = [];
    }
    field.current?.focus();
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {attaching !== undefined && <AttachedList view={view} attaching={attaching} />}
      {offered.value.length > 0 && (
        <div class="offers" id={list} role="listbox" aria-label={view.t('suggestions')}>
          {offered.value.map((one, index) => (
            <div
              key={one.key}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              class={`item${index === active.value ? ' active' : ''}`}
              aria-selected={index === active.value}
              // Before the field loses the focus.
              onMouseDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              <strong dir="auto">{one.name}</strong> <small dir="auto">{one.more}</small>
            </div>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        rows={2}
        maxLength={MAX_TEXT}
        aria-label={label}
        placeholder={label}
        title={hint}
        dir="auto"
        defaultValue={view.drafts.read(draft)}
        aria-autocomplete="list"
        aria-controls={offered.value.length > 0 ? list : undefined}
        aria-activedescendant={offered.value.length > 0 ? `${list}-${active.value}` : undefined}
        onInput={(event) => {
          view.drafts.write(draft, event.currentTarget.value);
          onChange?.();
          look();
          if (event.currentTarget.value.trim() !== '') onType();
        }}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (attaching === undefined || files.length === 0) return;
          event.preventDefault();
          attaching.add(files);
        }}
        onDrop={(event) => {
          const files = [...(event.dataTransfer?.files ?? [])];
          if (attaching === undefined || files.length === 0) return;
          event.preventDefault();
          attaching.add(files);
        }}
        onBlur={close}
        onKeyDown={(event) => {
          if (event.isComposing || event.keyCode === 229) return;
          const one = offered.value[active.value];
          if (one !== undefined) {
            const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
            if (by !== 0)
              active.value = (active.value + by + offered.value.length) % offered.value.length;
            else if (event.key === 'Enter' || event.key === 'Tab') take(one);
            else if (event.key === 'Escape') close();
            else return;
            event.preventDefault();
            return;
          }
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          send();
        }}
      />
      {attaching !== undefined && <AttachButton view={view} attaching={attaching} />}
      <button type="submit" class="button primary">
        {props.send}
      </button>
    </form>
  );
}
