/** @jsxImportSource react */
// Settings that were copied at the gateway's desk: what would change is shown, and one press stores it.

import { Button, TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { SIZES } from '../fields/control.tsx';
import { Help } from '../fields/field-row.tsx';
import { useStore } from './store.ts';

interface Read {
  changes: { label: string; now: string; then: string }[];
  left_out: string[];
}

export function Paste() {
  const store = useStore();
  const [text, setText] = useState('');
  const [read, setRead] = useState<Read | null>(null);
  const status = store.status('pasted');
  const show = async () => setRead(await store.act<Read>('paste', { text }));
  const take = async () => {
    if ((await store.act('take_pasted', { text })) === null) return;
    setRead(null);
    setText('');
  };
  return (
    <details className="bellhop-group" id="bellhop-paste">
      <summary>{__('Paste settings from the gateway’s desk', 'bellhop')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void show();
        }}
      >
        <TextareaControl
          {...SIZES}
          label={__('What you have copied', 'bellhop')}
          help={
            <Help
              wrong={status?.kind === 'failed' ? (status.message ?? '') : ''}
              text={__(
                'The lines for WordPress that begin with “wp bellhop”, or the script tag. You see first what would change.',
                'bellhop',
              )}
            />
          }
          dir="ltr"
          spellCheck={false}
          rows={5}
          required
          value={text}
          onChange={(next) => {
            setText(next);
            setRead(null);
          }}
        />
        {read === null && (
          <Button variant="secondary" __next40pxDefaultSize type="submit">
            {__('Show what would change', 'bellhop')}
          </Button>
        )}
      </form>
      {read !== null && <Changes read={read} />}
      {read !== null && (
        <div className="bellhop-buttons">
          {read.changes.length > 0 && (
            <Button variant="primary" __next40pxDefaultSize onClick={() => void take()}>
              {__('Save these settings', 'bellhop')}
            </Button>
          )}
          <Button variant="tertiary" __next40pxDefaultSize onClick={() => setRead(null)}>
            {__('Change nothing', 'bellhop')}
          </Button>
        </div>
      )}
    </details>
  );
}

function Changes({ read }: { read: Read }) {
  return (
    <div role="status">
      {read.changes.length === 0 ? (
        <p>{__('Nothing would change: your settings already say all of this.', 'bellhop')}</p>
      ) : (
        <table className="widefat striped bellhop-changes">
          <thead>
            <tr>
              <th scope="col">{__('Setting', 'bellhop')}</th>
              <th scope="col">{__('Now', 'bellhop')}</th>
              <th scope="col">{__('Then', 'bellhop')}</th>
            </tr>
          </thead>
          <tbody>
            {read.changes.map(({ label, now, then }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{now}</td>
                <td>
                  <strong>{then}</strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {read.left_out.length > 0 && (
        <p>
          {sprintf(
            /* translators: %s: names of attributes, as in data-gateway */
            __(
              'Left out, since this plugin sets them itself or has no use for them: %s.',
              'bellhop',
            ),
            read.left_out.join(', '),
          )}
        </p>
      )}
    </div>
  );
}
