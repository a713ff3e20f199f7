/** @jsxImportSource react */
// Search in settings: what is found is a list of links to the fields, each of which gets the focus.

import { speak } from '@wordpress/a11y';
import { SearchControl } from '@wordpress/components';
import { useEffect, useState } from '@wordpress/element';
import { __, _n, sprintf } from '@wordpress/i18n';
import { findFields } from '../find.ts';
import { hashOf } from '../place.ts';
import { useStore } from './store.ts';

const MOST = 8;

export function Search() {
  const { page } = useStore();
  const [typed, setTyped] = useState('');
  const found = findFields(page.sections, typed).slice(0, MOST);
  const isEmpty = typed.trim() === '';
  const count = found.length;
  useEffect(() => {
    if (isEmpty) return;
    /* translators: %d: a number */
    const many = sprintf(_n('%d setting found.', '%d settings found.', count, 'bellhop'), count);
    speak(count === 0 ? __('No setting found.', 'bellhop') : many);
  }, [isEmpty, count]);
  const close = () => setTyped('');
  return (
    <search
      className="bellhop-find"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
        const first = found[0];
        if (event.key === 'Enter' && first && event.target instanceof HTMLInputElement) {
          location.hash = hashOf({ section: first.section.id, field: first.field.name });
          close();
        }
      }}
    >
      <SearchControl
        __nextHasNoMarginBottom
        label={__('Search in settings', 'bellhop')}
        placeholder={__('Search in settings', 'bellhop')}
        value={typed}
        onChange={setTyped}
      />
      {!isEmpty && (
        <ul className="bellhop-results">
          {found.map(({ section, field }) => (
            <li key={field.name}>
              <a href={hashOf({ section: section.id, field: field.name })} onClick={close}>
                <strong>{field.label}</strong> <span>{section.title}</span>
              </a>
            </li>
          ))}
          {count === 0 && <li className="bellhop-none">{__('No setting found.', 'bellhop')}</li>}
        </ul>
      )}
    </search>
  );
}
