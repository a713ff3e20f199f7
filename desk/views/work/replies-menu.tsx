// The saved replies: a press writes one into the answer, as / does in the field; beside it is what changes or deletes it.

import { useSignal } from '@preact/signals';
import type { SavedReply } from '../../../gateway/desk-types.ts';
import { findReplies } from '../../model/suggest.ts';
import { LANGUAGES } from '../../texts/texts.ts';
import { SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { Menu } from './menu.tsx';
import { EditLine, MenuForm, NameField, SharedCheck } from './menu-fields.tsx';

const FIELDS = '{visitor.name}, {page.title}, {me.name}';

interface Taking {
  view: View;
  /** Of the conversation, or else of the person. */
  language: string;
  onTake: (reply: SavedReply) => void;
}

export function RepliesMenu(props: Taking) {
  return (
    <Menu id="replies" label={props.view.t('savedReplies')} class="button">
      {(close) => (
        <Replies
          {...props}
          onTake={(reply) => {
            close();
            props.onTake(reply);
          }}
        />
      )}
    </Menu>
  );
}

function Replies({ view, language, onTake }: Taking) {
  const { t, desk } = view;
  const { work } = desk;
  const act = useAct(view);
  const isMaking = useSignal(false);
  const replies = findReplies(work.replies.value, '', language, Infinity);
  return (
    <>
      {replies.length === 0 && <p class="quiet">{t('noReplies')}</p>}
      {replies.map((reply) => (
        <EditLine
          key={reply.reply_id}
          view={view}
          name={reply.name}
          form={(done) => (
            <>
              <ReplyForm view={view} reply={reply} onSaved={done} />
              <SurePress
                label={t('deleteReply')}
                sure={t('deleteReply')}
                about={reply.name}
                onSure={() => {
                  act.run(() => work.removeReply(reply.reply_id), '');
                }}
              />
            </>
          )}
        >
          <button type="button" class="take" title={reply.text} onClick={() => onTake(reply)}>
            <strong dir="auto">{reply.name}</strong> <small>{reply.language}</small>
            <span class="begin" dir="auto">
              {reply.text}
            </span>
          </button>
        </EditLine>
      ))}
      <p class="error" role="alert">
        {act.error.value}
      </p>
      {isMaking.value || replies.length === 0 ? (
        <ReplyForm
          key={replies.length}
          view={view}
          reply={null}
          onSaved={() => {
            isMaking.value = false;
          }}
        />
      ) : (
        <button
          type="button"
          class="plain new-reply"
          onClick={() => {
            isMaking.value = true;
          }}
        >
          {t('newReply')}
        </button>
      )}
    </>
  );
}

/** @param reply null: a new one */
function ReplyForm(props: { view: View; reply: SavedReply | null; onSaved: () => void }) {
  const { view, reply, onSaved } = props;
  const { t, desk } = view;
  const name = useSignal(reply?.name ?? '');
  const text = useSignal(reply?.text ?? '');
  const language = useSignal(reply?.language ?? '');
  const isShared = useSignal(reply?.is_shared ?? true);
  // One that was saved by a program may be in another language.
  const languages: [string, string][] = Object.entries(LANGUAGES);
  if (reply !== null && reply.language !== '' && !(reply.language in LANGUAGES)) {
    languages.push([reply.language, reply.language]);
  }
  return (
    <MenuForm
      view={view}
      class="reply-form"
      save={t('save')}
      onSave={async () => {
        await desk.work.saveReply(reply?.reply_id ?? null, {
          name: name.value,
          text: text.value,
          language: language.value,
          is_shared: isShared.value,
        });
        onSaved();
      }}
    >
      <NameField label={t('replyName')} most={80} name={name} />
      <textarea
        aria-label={t('replyText')}
        placeholder={t('replyText')}
        rows={3}
        maxLength={10_000}
        required
        dir="auto"
        value={text.value}
        onInput={(event) => {
          text.value = event.currentTarget.value;
        }}
      />
      <p class="quiet">{t('replyHint', { fields: FIELDS })}</p>
      <select
        aria-label={t('replyLanguage')}
        value={language.value}
        onChange={(event) => {
          language.value = event.currentTarget.value;
        }}
      >
        <option value="">{t('anyLanguage')}</option>
        {languages.map(([tag, called]) => (
          <option key={tag} value={tag}>
            {called}
          </option>
        ))}
      </select>
      <SharedCheck view={view} isShared={isShared} />
    </MenuForm>
  );
}
