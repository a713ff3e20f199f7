/** @jsxImportSource react */
// What the list shows: words, how chats stand, when, on which page.

import { Button, SearchControl, SelectControl, TextControl } from '@wordpress/components';
import { useEffect, useRef, useState } from '@wordpress/element';
import { __ } from '@wordpress/i18n';
import type { Go, Place } from './place.ts';

const SIZES = { __next40pxDefaultSize: true, __nextHasNoMarginBottom: true } as const;
/** Nobody is asked for each letter. */
const PAUSE_MS = 400;

export function Filters({ place, go }: { place: Place; go: Go }) {
  const [isMore, setMore] = useState(place.days !== '' || place.path !== '');
  const [search, setSearch] = useTyped(place.search, (text) => go({ search: text }));
  const [path, setPath] = useTyped(place.path, (text) => go({ path: text }));
  return (
    <search className="bellhop-filters">
      <SearchControl
        {...SIZES}
        label={__('Search in chats', 'bellhop')}
        placeholder={__('Search in chats', 'bellhop')}
        value={search}
        onChange={setSearch}
      />
      <div className="bellhop-row">
        <SelectControl
          {...SIZES}
          label={__('Status', 'bellhop')}
          hideLabelFromVision
          value={place.status}
          options={[
            { value: 'open', label: __('Open', 'bellhop') },
            { value: 'done', label: __('Done', 'bellhop') },
            { value: 'any', label: __('Open and done', 'bellhop') },
          ]}
          onChange={(status) => go({ status: status as Place['status'] })}
        />
        <SelectControl
          {...SIZES}
          label={__('Show', 'bellhop')}
          hideLabelFromVision
          value={place.show}
          options={[
            { value: 'all', label: __('All chats', 'bellhop') },
            { value: 'waiting', label: __('Waits for a person', 'bellhop') },
            { value: 'unanswered', label: __('Unanswered', 'bellhop') },
            { value: 'down', label: __('Rated down', 'bellhop') },
            { value: 'held', label: __('A person answers', 'bellhop') },
          ]}
          onChange={(show) => go({ show: show as Place['show'] })}
        />
        <Button
          variant="tertiary"
          __next40pxDefaultSize
          aria-expanded={isMore}
          onClick={() => setMore(!isMore)}
        >
          {__('More', 'bellhop')}
        </Button>
      </div>
      {isMore && (
        <div className="bellhop-row">
          <SelectControl
            {...SIZES}
            label={__('Time', 'bellhop')}
            value={place.days}
            options={[
              { value: '', label: __('Any time', 'bellhop') },
              { value: '1', label: __('Today', 'bellhop') },
              { value: '7', label: __('Last 7 days', 'bellhop') },
              { value: '30', label: __('Last 30 days', 'bellhop') },
            ]}
            onChange={(days) => go({ days: days as Place['days'] })}
          />
          <TextControl
            {...SIZES}
            label={__('Page', 'bellhop')}
            placeholder="/contact/"
            value={path}
            onChange={setPath}
          />
        </div>
      )}
    </search>
  );
}

/** What stands in the field, told once somebody pauses; another place's text replaces it. */
function useTyped(value: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(value);
  const timer = useRef(0);
  const told = useRef(value);
  useEffect(() => {
    if (value !== told.current) setText(value);
    told.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    text,
    (typed) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        told.current = typed.trim();
        tell(typed.trim());
      }, PAUSE_MS);
    },
  ];
}
