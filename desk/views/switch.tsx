// A setting that is on or off and saved at once. While the gateway hasn't said otherwise it stands as it was.

import { useSignal } from '@preact/signals';

export function Switch(props: {
  id: string;
  label: string;
  hint?: string;
  isOn: boolean;
  /** @returns when it has been saved, or not. */
  onChange: (isOn: boolean) => Promise<unknown>;
}) {
  const { id, label, hint, isOn, onChange } = props;
  /** What was pressed and isn't answered yet. */
  const wanted = useSignal<boolean | null>(null);
  return (
    <div class="switch">
      <input
        id={id}
        type="checkbox"
        checked={wanted.value ?? isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={async (event) => {
          wanted.value = event.currentTarget.checked;
          await onChange(event.currentTarget.checked);
          wanted.value = null;
        }}
      />
      <div>
        <label for={id}>{label}</label>
        {hint !== undefined && (
          <p class="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
