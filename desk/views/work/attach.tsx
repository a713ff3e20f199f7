// Files that are sent with a message: chosen by a press, pasted or dropped, and named above the field until they go.

import { type Signal, useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { SentFile } from '../../edge/sent-file.ts';
import { ClipIcon } from '../icons.tsx';
import type { View } from '../view.ts';

export interface Attaching {
  readonly files: Signal<readonly SentFile[]>;
  readonly error: Signal<string>;
  add(files: Iterable<File>): Promise<void>;
}

const MOST_FILES = 8;
/** Of base64 and text: a request must stay under the gateway's 1 MiB. */
const MOST_CHARACTERS = 960_000;

export function useAttaching(view: View): Attaching {
  const files = useSignal<readonly SentFile[]>([]);
  const error = useSignal('');
  return {
    files,
    error,
    async add(chosen) {
      error.value = '';
      for (const file of chosen) {
        const read = await view.readSentFile(file);
        const all = read === null ? null : [...files.peek(), read];
        const length = all?.reduce((sum, { source }) => sum + source.data.length, 0) ?? 0;
        if (all === null || length > MOST_CHARACTERS || all.length > MOST_FILES) {
          error.value = view.t('fileRefused', { name: file.name });
        } else files.value = all;
      }
    },
  };
}

/** What was chosen so far, each with a press that takes it out again. */
export function AttachedList({ view, attaching }: { view: View; attaching: Attaching }) {
  const { files, error } = attaching;
  return (
    <>
      {files.value.length > 0 && (
        <ul class="attaching">
          {files.value.map((file, index) => (
            <li key={index} class="chip">
              <span dir="auto">{file.title}</span>
              <button
                type="button"
                class="plain"
                onClick={() => {
                  files.value = files.value.filter((one) => one !== file);
                }}
              >
                <span aria-hidden="true">✕</span>
                <span class="hidden">{view.t('removeFile', { name: file.title })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="error" role="alert">
        {error.value}
      </p>
    </>
  );
}

export function AttachButton({ view, attaching }: { view: View; attaching: Attaching }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          attaching.add([...(event.currentTarget.files ?? [])]);
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="icon-button attach"
        title={view.t('attachFile')}
        onClick={() => input.current?.click()}
      >
        <ClipIcon />
        <span class="hidden">{view.t('attachFile')}</span>
      </button>
    </>
  );
}
