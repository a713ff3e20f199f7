// The field that narrows a list by words of names. A list that fits into a look needs none.

import type { Finder } from '../model/finder.ts';
import { SearchIcon } from './icons.tsx';
import type { View } from './view.ts';

const FEW = 12;

export function FindField<Row>(props: { view: View; finder: Finder<Row>; count: number }) {
  const { view, finder, count } = props;
  const { t } = view;
  const words = finder.words.value;
  if (count <= FEW && words === '') return null;
  return (
    <search class="search">
      <SearchIcon />
      <input
        type="search"
        aria-label={t('findByName')}
        placeholder={t('findByName')}
        value={words}
        onInput={(event) => finder.find(event.currentTarget.value)}
      />
    </search>
  );
}
