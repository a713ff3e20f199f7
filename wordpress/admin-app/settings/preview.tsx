/** @jsxImportSource react */
// The real chat with what stands in the fields, saved or not, a moment after the last change. It can be talked to.

import { useEffect, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import { useStore, type Values } from './store.ts';

const PAUSE_MS = 400;

/** @param look what is proposed, in place of what stands in the fields. */
export function Preview({ look = {} }: { look?: Values }) {
  const store = useStore();
  const { previewed, links } = store.page;
  const url = new URL(links.preview, location.href);
  for (const name of previewed) {
    const value = look[name] ?? store.value(name);
    url.searchParams.set(`look[${name}]`, Array.isArray(value) ? value.join('\n') : `${value}`);
  }
  const wanted = url.href;
  const [shown, setShown] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return (
    <aside className="bellhop-aside">
      <h3>{__('Preview', 'bellhop')}</h3>
      <iframe
        className="bellhop-preview"
        title={__('Preview of the chat button', 'bellhop')}
        src={shown}
      />
      <p className="bellhop-help">
        {__('With what stands in the fields, saved or not.', 'bellhop')}
      </p>
    </aside>
  );
}
