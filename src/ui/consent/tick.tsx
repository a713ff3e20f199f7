// The tick before the first message (`data-consent`), in the composer's place, with the owner's words. It stores nothing.

import { render } from 'preact';
import { document } from '../../dom/document.ts';
import type { I18n } from '../../i18n/index.ts';
import { adopt } from '../adopt.ts';
import css from './tick.css?inline';

export interface TickParts {
  root: ShadowRoot;
  i18n: I18n;
  options: { consent: string; privacy: string | null };
}

/** False: the visitor has cancelled, or there is no panel. */
export function showTick({ root, i18n, options }: TickParts): Promise<boolean> {
  const composer = root.querySelector<HTMLElement>('.composer');
  if (composer === null) return Promise.resolve(false);
  const place = document.createElement('div');
  place.style.display = 'contents';
  composer.before(place);
  composer.hidden = true;
  return new Promise((resolve) => {
    const answer = (isGiven: boolean): void => {
      const hadFocus = place.contains(root.activeElement);
      render(null, place);
      place.remove();
      composer.hidden = false;
      if (hadFocus) composer.querySelector('textarea')?.focus();
      resolve(isGiven);
    };
    render(<Tick i18n={i18n} options={options} answer={answer} />, place);
    place.querySelector('input')?.focus({ preventScroll: true });
  });
}

function Tick(props: {
  i18n: I18n;
  options: TickParts['options'];
  answer(isGiven: boolean): void;
}) {
  const { i18n, options, answer } = props;
  return (
    <form
      class="consent"
      part="consent"
      ref={adopt(css)}
      onSubmit={(event) => {
        event.preventDefault();
        answer(true);
      }}
    >
      <label dir="auto">
        {/* The browser says in its own language that the tick is missing. */}
        <input type="checkbox" required />
        <span>{options.consent}</span>
      </label>
      <div class="consent-end">
        {options.privacy !== null && (
          <a class="link" href={options.privacy} target="_blank" rel="noopener noreferrer nofollow">
            {i18n.t('privacy')}
            <span class="hidden"> ({i18n.t('newTab')})</span>
          </a>
        )}
        <button type="button" class="button plain" onClick={() => answer(false)}>
          {i18n.t('cancel')}
        </button>
        <button type="submit" class="button filled">
          {i18n.t('send')}
        </button>
      </div>
    </form>
  );
}
