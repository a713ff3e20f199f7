/** @jsxImportSource react */
// The real chat with what stands in the fields, saved or not, a moment after the last change. It can be talked to.

import { Button } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { useStore, type Values } from './store.ts';

const PAUSE_MS = 400;

interface Props {
  /** What is proposed, in place of what stands in the fields. */
  look?: Values;
  /** Whether the chat can be seen open without a press. */
  canOpen?: boolean;
}

export function Preview({ look = {}, canOpen = false }: Props) {
  const store = useStore();
  const [isOpen, setOpen] = useState(canOpen);
  const { previewed, links } = store.page;
  const url = new URL(links.preview, location.href);
  for (const name of previewed) {
    const value = look[name] ?? store.value(name);
    url.searchParams.set(`look[${name}]`, Array.isArray(value) ? value.join('\n') : `${value}`);
  }
  if (isOpen) url.searchParams.set('panel', '1');
  const wanted = url.href;
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <aside className="bellhop-aside">
      <div className="bellhop-aside-head">
        <h3>{__('Preview', 'bellhop')}</h3>
        {canOpen && (
          <div className="bellhop-buttons">
            <Button variant="tertiary" aria-pressed={isOpen} onClick={() => setOpen(true)}>
              {__('Open', 'bellhop')}
            </Button>
            <Button variant="tertiary" aria-pressed={!isOpen} onClick={() => setOpen(false)}>
              {__('Closed', 'bellhop')}
            </Button>
          </div>
        )}
      </div>
      <iframe
        className="bellhop-preview"
        title={
          isOpen
            ? __('Preview of the chat', 'bellhop')
            : __('Preview of the chat button', 'bellhop')
        }
        src={shown}
      />
      <p className="bellhop-help">
        {__('With what stands in the fields, saved or not.', 'bellhop')}
      </p>
    </aside>
  );
}
