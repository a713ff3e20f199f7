// The saved replies as a list to keep: add one, delete one. In the field a / finds them.

import { useSignal } from '@preact/signals';
import { LANGUAGES } from '../../texts/texts.ts';
import { SurePress } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';
import { Menu } from './menu.tsx';

const FIELDS = '{visitor.name}, {page.title}, {me.name}';

export function RepliesMenu({ view }: { view: View }) {
  return (
    <Menu id="replies" label={view.t('savedReplies')} class="button">
      {() => <Replies view={view} />}
    </Menu>
  );
}

function Replies({ view }: { view: View }) {
  const { t, desk } = view;
  const { work } = desk;
  const act = useAct(view);
  const name = useSignal('');
  const text = useSignal('');
  const language = useSignal('');
  const isShared = useSignal(true);
  const replies = work.replies.value;
  return (
    <>
      {replies.length === 0 && <p class="quiet">{t('noReplies')}</p>}
      {replies.map((reply) => (
        <div key={reply.reply_id} class="item">
          <span dir="auto">
            {reply.name} <small>{reply.language}</small>
          </span>
          <SurePress
            label={t('deleteReply')}
            sure={t('deleteReply')}
            about={reply.name}
            onSure={() => {
              act.run(() => work.removeReply(reply.reply_id), '');
            }}
          />
        </div>
      ))}
      <form
        class="reply-form"
        onSubmit={(event) => {
          event.preventDefault();
          act.run(async () => {
            await work.addReply({
              name: name.value,
              text: text.value,
              language: language.value,
              is_shared: isShared.value,
            });
            name.value = '';
            text.value = '';
          }, '');
        }}
      >
        <input
          aria-label={t('replyName')}
          placeholder={t('replyName')}
          maxLength={80}
          required
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
          }}
        />
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
          {Object.entries(LANGUAGES).map(([tag, called]) => (
            <option key={tag} value={tag}>
              {called}
            </option>
          ))}
        </select>
        <label>
          <input
            type="checkbox"
            checked={isShared.value}
            onChange={(event) => {
              isShared.value = event.currentTarget.checked;
            }}
          />{' '}
          {t('forAll')}
        </label>
        <button type="submit" class="button small primary">
          {t('save')}
        </button>
        <p class="error" role="alert">
          {act.error.value}
        </p>
      </form>
    </>
  );
}
