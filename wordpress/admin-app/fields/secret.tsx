/** @jsxImportSource react */
// A key: it goes to the server and never comes back, so the field is empty after it, and says whether one is stored.

import { Button, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Field } from '../page.ts';
import { useStore } from '../settings/store.ts';
import { idOf, SIZES } from './control.tsx';
import { Help } from './field-row.tsx';

export function SecretField({ field }: { field: Field }) {
  const store = useStore();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const status = store.status(field.name);
  const wrong = status?.kind === 'failed' ? (status.message ?? '') : '';
  // The first key is what was missing: one press does the rest.
  const isFirst = !store.page.has_model;
  const save = async () => {
    if (isBusy) return;
    setBusy(true);
    const isDone = isFirst
      ? (await store.act('start', { key: typed })) !== null
      : await store.saveSecret(field.name, typed);
    if (isDone) {
      setTyped('');
      setChanging(false);
    }
    setBusy(false);
  };
  if (field.fixed) {
    return (
      <p className="bellhop-fixed">
        <strong>{field.label}</strong>
        <br />
        {field.fixed}
      </p>
    );
  }
  if (field.stored && !isChanging) {
    return (
      <div className="bellhop-fixed">
        <strong>{field.label}</strong>
        <p>
          {isFirst
            ? __('Stored for another address of the provider: enter it again.', 'bellhop')
            : __('Stored, encrypted. It is never shown here again.', 'bellhop')}
        </p>
        <div className="bellhop-buttons">
          <Button variant="secondary" __next40pxDefaultSize onClick={() => setChanging(true)}>
            {__('Enter another key', 'bellhop')}
          </Button>
          <Button
            variant="tertiary"
            isDestructive
            __next40pxDefaultSize
            onClick={() => void store.saveSecret(field.name, '')}
          >
            {__('Forget the key', 'bellhop')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <form
      className="bellhop-secret"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <TextControl
        {...SIZES}
        id={idOf(field.name)}
        label={field.label}
        help={<Help text={field.help} wrong={wrong} />}
        type="password"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        required
        aria-invalid={wrong !== '' || undefined}
        value={typed}
        onChange={setTyped}
      />
      <div className="bellhop-buttons">
        <Button
          variant={isFirst ? 'primary' : 'secondary'}
          __next40pxDefaultSize
          type="submit"
          isBusy={isBusy}
        >
          {isFirst
            ? __('Save the key and show the chat', 'bellhop')
            : __('Save the key', 'bellhop')}
        </Button>
        {field.stored && (
          <Button variant="tertiary" __next40pxDefaultSize onClick={() => setChanging(false)}>
            {__('Keep the stored one', 'bellhop')}
          </Button>
        )}
      </div>
    </form>
  );
}
