/** @jsxImportSource react */
// Words for the chat, proposed from the site's pages: they can be changed before they are stored, and left out one by one.

import { speak } from '@wordpress/a11y';
import { Button, TextareaControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { SIZES } from '../fields/control.tsx';
import { Lines } from '../fields/lines.tsx';
import { fieldsOf, type Line, type Value } from '../page.ts';
import { countInWords, useStore, type Values } from './store.ts';

interface Props {
  proposed: Values | null;
  onChange(proposed: Values | null): void;
}

export function Propose({ proposed, onChange: setProposed }: Props) {
  const store = useStore();
  const [isBusy, setBusy] = useState(false);
  const [line, setLine] = useState<Line | null>(null);
  const ask = async () => {
    if (isBusy) return;
    setBusy(true);
    const made = await store.act<{ proposed: Values; line: Line }>('propose');
    if (made !== null) {
      setProposed(made.proposed);
      setLine(made.line);
      speak(made.line[1]);
    }
    setBusy(false);
  };
  const save = async () => {
    if (proposed === null) return;
    const isDone = await store.saveMany(proposed, countInWords(Object.keys(proposed).length));
    if (isDone) setProposed(null);
  };
  const fields = fieldsOf(store.page).filter(({ name }) => proposed !== null && name in proposed);
  return (
    <section className="bellhop-group" aria-label={__('Words for your site', 'bellhop')}>
      <h3>{__('Words for your site', 'bellhop')}</h3>
      {proposed === null ? (
        <>
          <p>
            {__(
              'Greeting, first questions and instructions, proposed from your published pages. You see them first; nothing is stored before you save.',
              'bellhop',
            )}
          </p>
          <div className="bellhop-buttons">
            <Button
              variant="secondary"
              __next40pxDefaultSize
              isBusy={isBusy}
              onClick={() => void ask()}
            >
              {__('Propose from my site', 'bellhop')}
            </Button>
          </div>
          <p className="bellhop-help">{store.page.propose}</p>
        </>
      ) : (
        <>
          {line !== null && <Lines lines={[line]} />}
          {fields.map(({ name, label }) => {
            const status = store.status(name);
            return (
              <div className="bellhop-proposed" key={name}>
                <TextareaControl
                  {...SIZES}
                  label={label}
                  help={
                    status?.kind === 'failed' ? (
                      <strong className="bellhop-wrong">{status.message}</strong>
                    ) : undefined
                  }
                  rows={rowsOf(proposed[name])}
                  value={textOf(proposed[name])}
                  onChange={(text) =>
                    setProposed({
                      ...proposed,
                      [name]: Array.isArray(proposed[name]) ? text.split('\n') : text,
                    })
                  }
                />
                <Button
                  variant="link"
                  aria-label={`${__('Leave out', 'bellhop')}: ${label}`}
                  onClick={() => {
                    const { [name]: _left, ...others } = proposed;
                    setProposed(Object.keys(others).length === 0 ? null : others);
                  }}
                >
                  {__('Leave out', 'bellhop')}
                </Button>
              </div>
            );
          })}
          <div className="bellhop-buttons">
            <Button variant="primary" __next40pxDefaultSize onClick={() => void save()}>
              {__('Save these words', 'bellhop')}
            </Button>
            <Button variant="tertiary" __next40pxDefaultSize onClick={() => setProposed(null)}>
              {__('Change nothing', 'bellhop')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function textOf(value: Value | undefined): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

/** As high as what stands in it, at a width of some 45 letters. */
function rowsOf(value: Value | undefined): number {
  const lines = textOf(value).split('\n');
  return Math.min(
    10,
    lines.reduce((sum, line) => sum + Math.ceil((line.length + 1) / 45), 0),
  );
}
