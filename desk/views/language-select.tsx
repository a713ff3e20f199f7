// The language of the desk, for this person on this device.

import { LANGUAGES, type Language } from '../texts/texts.ts';
import type { View } from './view.ts';

/** Without an `id`, which a label beside it would name, it says itself what it is. */
export function LanguageSelect({ view, id }: { view: View; id?: string }) {
  return (
    <select
      id={id}
      aria-label={id === undefined ? view.t('language') : undefined}
      value={view.texts.value.language}
      onChange={(event) => view.chooseLanguage(event.currentTarget.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}
