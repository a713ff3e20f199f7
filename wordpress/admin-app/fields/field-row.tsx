/** @jsxImportSource react */
// A field with everything that is said beside it: its help, what is wrong with what was typed, whether it is saved, and the way back.

import { Button } from '@wordpress/components';
import { __ } from '@wordpress/i18n';
import type { Field } from '../page.ts';
import { useStore } from '../settings/store.ts';
import { Control } from './control.tsx';
import { Lines } from './lines.tsx';
import { SecretField } from './secret.tsx';

export function FieldRow({ field }: { field: Field }) {
  const store = useStore();
  const status = store.status(field.name);
  const isWrong = status?.kind === 'failed';
  const value = store.value(field.name);
  return (
    <div className="bellhop-field" data-field={field.name}>
      {field.type === 'secret' ? (
        <SecretField field={field} />
      ) : (
        value !== undefined && (
          <Control
            field={field}
            value={value}
            isWrong={isWrong}
            help={<Help text={field.help} wrong={isWrong ? (status.message ?? '') : ''} />}
            onType={(next) => store.setDraft(field.name, next)}
            onDone={async (next) => {
              const isSaved = await store.save(field.name, next);
              // A wrong key shows here, and not with the first visitor.
              if (isSaved && field.name === 'local' && next === true) void store.act('test_chat');
            }}
          />
        )
      )}
      {field.facts && <Lines lines={field.facts} />}
      <FieldStatus name={field.name} />
    </div>
  );
}

/** What is wrong stands before the help, and belongs to the field's description like it. */
export function Help({ text, wrong }: { text: string; wrong: string }) {
  if (wrong === '') return text;
  return (
    <>
      <strong className="bellhop-wrong">{wrong}</strong>
      {text}
    </>
  );
}

function FieldStatus({ name }: { name: string }) {
  const store = useStore();
  const status = store.status(name);
  const isFailed = status?.kind === 'failed';
  if (status === undefined && !store.isDraft(name)) return null;
  return (
    <div className="bellhop-status">
      {status?.kind === 'saving' && __('Saving…', 'bellhop')}
      {status?.kind === 'saved' && (
        <>
          <span aria-hidden="true">✓</span> {__('Saved', 'bellhop')}{' '}
          {status.undo && (
            <Button variant="link" onClick={status.undo}>
              {__('Undo', 'bellhop')}
            </Button>
          )}
        </>
      )}
      {isFailed && (
        <>
          {__('Not saved', 'bellhop')}{' '}
          {store.isDraft(name) && (
            <Button variant="link" onClick={() => void store.save(name)}>
              {__('Try again', 'bellhop')}
            </Button>
          )}
        </>
      )}
      {status === undefined && __('Saved when you leave the field', 'bellhop')}
    </div>
  );
}
