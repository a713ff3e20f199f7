// Documents beside the text that the visitor is writing: how they come in, and what stands there of them. Fetched where
// the owner allows attachments, and where an earlier message comes back with some.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import { adopt } from '../adopt.ts';
import type { ChatModel } from '../model/types.ts';
import { Button, IconButton } from '../parts/button.tsx';
import { addIcons, Icon } from '../parts/icons.tsx';
import css from './attach.css?inline';
import { attach, detach } from './files.ts';

addIcons({
  attach:
    'M15.8 9.3l-5.9 5.9a3.5 3.5 0 01-5-5l6.3-6.2a2.35 2.35 0 013.3 3.3l-6.2 6.2a1.15 1.15 0 01-1.6-1.7l5.4-5.3',
});

/** What agents can read, in the browser's chooser; what is dropped or pasted is checked when it is read. */
const ACCEPTED = 'text/*,image/*,.pdf,.json,.xml,.yml,.yaml,.docx,.xlsx,.pptx,.odt,.rtf';

export function AttachButton({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple
        accept={ACCEPTED}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          attach(chat, event.currentTarget.files ?? []);
          event.currentTarget.value = '';
          chat.composer.focusCalls.value++;
        }}
      />
      <IconButton
        class="attach"
        name={t('attach')}
        icon="attach"
        onPress={() => input.current?.click()}
      />
    </>
  );
}

/** The documents of the message, and the place to drop more of them, which is the whole panel. */
export function Files({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const place = useRef<HTMLDivElement>(null);
  const [isDropping, setDropping] = useState(false);
  useLayoutEffect(() => {
    adopt(css)(place.current);
    const panel = place.current?.closest<HTMLElement>('.panel');
    return panel ? seeFiles(chat, panel, setDropping) : undefined;
  }, [chat]);
  const files = chat.composer.attachments.value;
  return (
    <div ref={place}>
      {isDropping && <p class="drop">{t('dropHere')}</p>}
      {files.length > 0 && (
        <ul class="attachments">
          {files.map((file) => (
            <li key={file.key} class={`chip ${file.problem ? 'bad' : ''}`}>
              <Icon name="file" />
              <span class="chip-name" dir="auto">
                {cleanLine(file.problem ?? file.name, 300)}
              </span>
              {!file.problem && <span class="note">{file.block ? file.facts : t('loading')}</span>}
              <IconButton
                class="small"
                name={t('removeFile', { name: cleanLine(file.name) })}
                icon="close"
                onPress={() => {
                  detach(chat, file.key);
                  chat.composer.focusCalls.value++;
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says that files may be let go, while some are held over the panel. @returns a function that stops listening. */
function seeFiles(
  chat: ChatModel,
  panel: HTMLElement,
  setDropping: (isDropping: boolean) => void,
): () => void {
  const isAllowed = () => chat.options.peek().allowAttachments;
  const onOver = (event: DragEvent) => {
    if (!isAllowed() || !event.dataTransfer?.types.includes('Files')) return;
    setDropping(true);
  };
  const onLeave = ({ relatedTarget: to }: DragEvent) => {
    if (!(to instanceof Node && panel.contains(to))) setDropping(false);
  };
  /** catch-files.ts takes them. */
  const onDrop = () => setDropping(false);
  panel.addEventListener('dragover', onOver);
  panel.addEventListener('dragleave', onLeave);
  panel.addEventListener('drop', onDrop);
  return () => {
    panel.removeEventListener('dragover', onOver);
    panel.removeEventListener('dragleave', onLeave);
    panel.removeEventListener('drop', onDrop);
  };
}

/** Told while Send was pressed and an attachment is still being read. */
export function Waiting({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  return (
    <p class="note edit-note waiting">
      {t('afterReading')}
      <Button
        kind="plain"
        onPress={() => {
          chat.composer.stopWaiting();
          chat.composer.focusCalls.value++;
        }}
      >
        {t('cancel')}
      </Button>
    </p>
  );
}
