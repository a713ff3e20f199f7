// In the field of a message: the agent drafts it, and the person edits and sends.

import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

export function DraftButton(props: {
  view: View;
  sessionId: string;
  onDraft: (text: string) => void;
}) {
  const { view, sessionId, onDraft } = props;
  const { t, desk } = view;
  const act = useAct(view);
  if (desk.colleague.help.value?.is_on.draft !== true) return null;
  return (
    <>
      <button
        type="button"
        class="button"
        aria-disabled={act.isBusy.value}
        onClick={() => {
          act.run(async () => {
            const { text } = await desk.colleague.draft(sessionId);
            const begun = view.drafts.read(sessionId).trim();
            onDraft(begun === '' ? text : `${begun}\n\n${text}`);
          }, '');
        }}
      >
        {t(act.isBusy.value ? 'drafting' : 'draftAnswer')}
      </button>
      {act.error.value !== '' && (
        <p class="error" role="alert">
          {act.error.value}
        </p>
      )}
    </>
  );
}
