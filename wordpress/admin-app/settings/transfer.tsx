/** @jsxImportSource react */
// Settings out of this site as a file, and out of a file into this site: what would change is shown before it does.

import { Button, FormFileUpload, Notice } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { CallError } from '../api.ts';
import { call } from '../call.ts';

interface Change {
  name: string;
  before: string;
  after: string;
}
interface Import {
  file: Record<string, unknown>;
  changes: Change[];
}

export function Transfer() {
  const [found, setFound] = useState<Import | null>(null);
  const [wrong, setWrong] = useState('');
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setWrong('');
    try {
      await act();
    } catch (error) {
      setFound(null);
      setWrong(
        error instanceof CallError ? error.message : __('This file can’t be read.', 'bellhop'),
      );
    }
  };
  const read = (chosen: File | undefined) =>
    attempt(async () => {
      if (chosen === undefined) return;
      const file = JSON.parse(await chosen.text()) as Record<string, unknown>;
      const { changes } = await call<{ changes: Change[] }>('transfer', { file });
      setFound({ file, changes });
    });
  const apply = (file: Import['file']) =>
    attempt(async () => {
      await call('transfer', { file, apply: true });
      location.reload();
    });
  return (
    <section className="bellhop-group" aria-label={__('Export and import', 'bellhop')}>
      <h3>{__('Export and import', 'bellhop')}</h3>
      <p>
        {__(
          'All settings, chatbots and your own answers as one file. Keys and tokens are no part of it.',
          'bellhop',
        )}
      </p>
      <div className="bellhop-transfer">
        <Button variant="secondary" onClick={() => attempt(download)}>
          {__('Export settings', 'bellhop')}
        </Button>
        <FormFileUpload
          accept="application/json"
          variant="secondary"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        >
          {__('Import settings', 'bellhop')}
        </FormFileUpload>
      </div>
      {wrong !== '' && (
        <Notice status="error" isDismissible={false}>
          {wrong}
        </Notice>
      )}
      {found !== null && found.changes.length === 0 && (
        <p>{__('Nothing would change: it is all like that here.', 'bellhop')}</p>
      )}
      {found !== null && found.changes.length > 0 && (
        <>
          <table className="widefat striped bellhop-changes">
            <thead>
              <tr>
                <th scope="col">{__('Would change', 'bellhop')}</th>
                <th scope="col">{__('Now', 'bellhop')}</th>
                <th scope="col">{__('Then', 'bellhop')}</th>
              </tr>
            </thead>
            <tbody>
              {found.changes.map(({ name, before, after }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td dir="auto">{before}</td>
                  <td dir="auto">{after}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p>
            <Button variant="primary" onClick={() => void apply(found.file)}>
              {__('Import all of this', 'bellhop')}
            </Button>{' '}
            <Button variant="tertiary" onClick={() => setFound(null)}>
              {__('Leave it as it is', 'bellhop')}
            </Button>
          </p>
        </>
      )}
    </section>
  );
}

async function download(): Promise<void> {
  const file = await call<Record<string, unknown>>('transfer');
  const blob = new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' });
  const link = Object.assign(document.createElement('a'), {
    href: URL.createObjectURL(blob),
    download: 'bellhop-settings.json',
  });
  link.click();
  URL.revokeObjectURL(link.href);
}
