// The press behind which the app of a call stands, so that a conversation costs nothing until somebody wants to see what its visitor saw.

import { useSignal } from '@preact/signals';
import type { ToolCall } from '../../model/rows.ts';
import { LaterPart } from '../later-part.tsx';
import type { View } from '../view.ts';
import { withTexts } from '../with-texts.ts';

const appPart = withTexts(() => import('./shown-app.tsx'));

/** The visitor has seen it once the call had its result. */
export const hasApp = ({ ui, result }: ToolCall): boolean =>
  ui !== undefined && result !== null && result.is_error !== true;

export function AppPress({ view, call }: { view: View; call: ToolCall }) {
  const { t } = view;
  const isOpen = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="plain"
        aria-expanded={isOpen.value}
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        {t(isOpen.value ? 'hideApp' : 'showApp')}
      </button>
      {isOpen.value && (
        <LaterPart view={view} part={appPart}>
          {({ ShownApp }) => <ShownApp view={view} call={call} />}
        </LaterPart>
      )}
    </>
  );
}
