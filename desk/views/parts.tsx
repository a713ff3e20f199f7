// Small pieces that several pages have.

import { useSignal } from '@preact/signals';
import type { ComponentChildren, InputHTMLAttributes, TextareaHTMLAttributes } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Act } from './use-act.ts';
import type { View } from './view.ts';

const COPIED_MS = 2000;

/** A person's picture, or the first letter of the name. Pictures are data: addresses, so nothing is fetched. */
export function Face({ name, picture }: { name: string; picture: string | null }) {
  if (picture !== null) return <img class="face" src={picture} alt="" />;
  const [letter = '?'] = [...name.trim()];
  return (
    <span class="face" aria-hidden="true">
      {letter.toLocaleUpperCase()}
    </span>
  );
}

export function Empty(props: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <Bell />
      <p class="headline">{props.title}</p>
      {props.children}
    </div>
  );
}

/** The service bell that the project is named for. */
export function Bell() {
  return (
    <svg class="bell" viewBox="0 0 64 48" aria-hidden="true">
      <path d="M10 36a22 22 0 0 1 44 0zM4 42h56M32 14v-5M27 7h10" />
    </svg>
  );
}

/** Waiting, said only to who can't see that nothing is there yet. */
export function Waiting({ view }: { view: View }) {
  return (
    <div class="waiting" role="status">
      <span class="hidden">{view.t('loading')}</span>
      <i />
      <i />
      <i />
    </div>
  );
}

export function Failure({ view, why, onRetry }: { view: View; why: string; onRetry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{view.t('failed', { why })}</p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {view.t('retry')}
        </button>
      )}
    </div>
  );
}

export function Field(props: {
  id: string;
  label: string;
  hint?: string;
  children: ComponentChildren;
}) {
  const { id, label, hint, children } = props;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

type Told = { id: string; label: string; hint?: string };

/** A field of one line, which is told with its hint. */
export function LineField({ id, label, hint, ...more }: Told & InputHTMLAttributes) {
  const told = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <Field id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <input id={id} {...told} {...more} />
    </Field>
  );
}

/** A field of several lines, which is told with its hint. */
export function TextField({ id, label, hint, ...more }: Told & TextareaHTMLAttributes) {
  const told = hint === undefined ? {} : { 'aria-describedby': `${id}-hint` };
  return (
    <Field id={id} label={label} {...(hint === undefined ? {} : { hint })}>
      <textarea id={id} {...told} {...more} />
    </Field>
  );
}

/** What one is called at the desk. */
export function OwnNameField({ view: { t }, id, name }: { view: View; id: string; name?: string }) {
  return (
    <LineField
      id={id}
      label={t('yourName')}
      hint={t('nameAskText')}
      name="name"
      maxLength={80}
      autocomplete="name"
      {...(name === undefined ? {} : { defaultValue: name })}
      required
    />
  );
}

const MIN_PASSWORD = 10;

/** A password that somebody chooses for themselves. */
export function NewPasswordField(props: { view: View; id: string; label: string; name: string }) {
  const { view, ...more } = props;
  return (
    <LineField
      {...more}
      hint={view.t('ownPasswordHint')}
      type="password"
      autocomplete="new-password"
      minLength={MIN_PASSWORD}
      required
    />
  );
}

/** What came of the last press; “Saved.” goes once something is changed in the form around it. */
export function Outcome({ act }: { act: Act }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const form = line.current?.closest('form');
    const forget = () => act.forget();
    form?.addEventListener('input', forget);
    return () => form?.removeEventListener('input', forget);
  }, [act]);
  return (
    <>
      <p class="error" role="alert">
        {act.error.value}
      </p>
      <p class="said" role="status" ref={line}>
        {act.said.value}
      </p>
    </>
  );
}

/** A press that can't be taken back asks once more, in its own place. */
export function SurePress(props: {
  label: string;
  sure: string;
  about: string;
  onSure: () => void;
}) {
  const isAsking = useSignal(false);
  return (
    <button
      type="button"
      class={`button small danger${isAsking.value ? ' sure' : ''}`}
      onClick={() => {
        if (isAsking.value) props.onSure();
        isAsking.value = !isAsking.value;
      }}
      onBlur={() => {
        isAsking.value = false;
      }}
    >
      {isAsking.value ? props.sure : props.label}
      <span class="hidden"> {props.about}</span>
    </button>
  );
}

/** Copies a text at one press, and says so for a while. */
export function CopyButton(props: {
  view: View;
  text: string;
  label: string;
  isPrimary?: boolean;
  onCopied?: () => void;
}) {
  const { view, text, label, isPrimary = false, onCopied } = props;
  const isCopied = useSignal(false);
  return (
    <button
      type="button"
      class={`button${isPrimary ? ' primary' : ''}`}
      onClick={async () => {
        isCopied.value = await view.copy(text);
        if (isCopied.peek()) onCopied?.();
        view.after(COPIED_MS, () => {
          isCopied.value = false;
        });
      }}
    >
      {isCopied.value ? view.t('copied') : label}
    </button>
  );
}
