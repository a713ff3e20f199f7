// The fields that the small forms of menus share: a name, and whether something is everybody's.

import { type Signal, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

/** A form with its press, and what the gateway refuses. @param onSave once it is saved the form may be made anew. */
export function MenuForm(props: {
  view: View;
  class: string;
  save: string;
  isPrimary?: boolean;
  onSave: () => Promise<unknown>;
  children: ComponentChildren;
}) {
  const { view, save, isPrimary = true, onSave, children } = props;
  const act = useAct(view);
  return (
    <form
      class={props.class}
      onSubmit={(event) => {
        event.preventDefault();
        act.run(onSave, '');
      }}
    >
      {children}
      <button type="submit" class={`button small${isPrimary ? ' primary' : ''}`}>
        {save}
      </button>
      <p class="error" role="alert">
        {act.error.value}
      </p>
    </form>
  );
}

export function NameField(props: { label: string; most: number; name: Signal<string> }) {
  const { label, most, name } = props;
  return (
    <input
      aria-label={label}
      placeholder={label}
      maxLength={most}
      required
      dir="auto"
      value={name.value}
      onInput={(event) => {
        name.value = event.currentTarget.value;
      }}
    />
  );
}

export function SharedCheck({ view, isShared }: { view: View; isShared: Signal<boolean> }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isShared.value}
        onChange={(event) => {
          isShared.value = event.currentTarget.checked;
        }}
      />{' '}
      {view.t('forAll')}
    </label>
  );
}

/** A line of a menu that opens its own form below it. */
export function EditLine(props: {
  view: View;
  name: string;
  children: ComponentChildren;
  form: (done: () => void) => ComponentChildren;
}) {
  const { view, name, children, form } = props;
  const isOpen = useSignal(false);
  return (
    <>
      <div class="item edit-line">
        {children}
        <button
          type="button"
          class="plain"
          aria-expanded={isOpen.value}
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          {view.t(isOpen.value ? 'cancel' : 'edit')}
          <span class="hidden"> {name}</span>
        </button>
      </div>
      {isOpen.value &&
        form(() => {
          isOpen.value = false;
        })}
    </>
  );
}
