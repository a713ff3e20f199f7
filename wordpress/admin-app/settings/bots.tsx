/** @jsxImportSource react */
// Chatbots beside the site's own: those that there are, the fields of one, one more. Each field is stored by itself.

import apiFetch from '@wordpress/api-fetch';
import { Button, FormTokenField, TextControl } from '@wordpress/components';
import { useRef, useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import { CallError } from '../api.ts';
import { call } from '../call.ts';
import { Control, SIZES } from '../fields/control.tsx';
import { Help } from '../fields/field-row.tsx';
import type { Bot, BotsState, BotValue, Field, Option, Value } from '../page.ts';
import { isSame } from '../page.ts';
import { useStore } from './store.ts';

export function Bots() {
  const { page } = useStore();
  const [list, setList] = useState(page.bots.list);
  const [shown, setShown] = useState<string | null>(null);
  const bot = list.find(({ id }) => id === shown);
  const change = (next: Bot) =>
    setList((all) => all.map((one) => (one.id === next.id ? next : one)));
  if (bot !== undefined) {
    return (
      <OneBot
        key={bot.id}
        bot={bot}
        state={page.bots}
        onChange={change}
        onBack={() => setShown(null)}
        onDeleted={() => {
          setList((all) => all.filter(({ id }) => id !== bot.id));
          setShown(null);
        }}
      />
    );
  }
  return (
    <section className="bellhop-group" aria-label={__('Chatbots', 'bellhop')}>
      <p>
        {__(
          'Your site has one chatbot, which all other sections are about. Here you make more, each with a name, instructions and pages of its own. The first that has its place on a page shows there.',
          'bellhop',
        )}
      </p>
      <ul className="bellhop-bots">
        {list.map((one) => (
          <li key={one.id}>
            <Button variant="link" onClick={() => setShown(one.id)}>
              {one.name}
            </Button>{' '}
            <code dir="ltr">{`[bellhop bot="${one.id}"]`}</code>
          </li>
        ))}
      </ul>
      <NewBot
        onMade={(made) => {
          setList((all) => [...all, made]);
          setShown(made.id);
        }}
      />
    </section>
  );
}

function NewBot({ onMade }: { onMade(bot: Bot): void }) {
  const [name, setName] = useState('');
  const [wrong, setWrong] = useState('');
  return (
    <form
      className="bellhop-new-bot"
      onSubmit={async (event) => {
        event.preventDefault();
        try {
          onMade(await call<Bot>('bots', { name }));
        } catch (error) {
          if (!(error instanceof CallError)) throw error;
          setWrong(error.message);
        }
      }}
    >
      <TextControl
        {...SIZES}
        label={__('Name of a new chatbot', 'bellhop')}
        help={<Help text="" wrong={wrong} />}
        value={name}
        onChange={setName}
        required
      />
      <Button variant="secondary" type="submit" __next40pxDefaultSize>
        {__('Add chatbot', 'bellhop')}
      </Button>
    </form>
  );
}

interface OneBotProps {
  bot: Bot;
  state: BotsState;
  onChange(bot: Bot): void;
  onBack(): void;
  onDeleted(): void;
}

/** Fields that count only with another field's choice. */
const NEEDS: Readonly<Record<string, readonly [field: string, value: string]>> = {
  knowledge_types: ['knowledge', 'types'],
  knowledge_pages: ['knowledge', 'pages'],
  tool_names: ['tools', 'some'],
};

function OneBot({ bot, state, onChange, onBack, onDeleted }: OneBotProps) {
  const [isSure, setSure] = useState(false);
  return (
    <>
      <p>
        <Button variant="link" onClick={onBack}>
          {__('All chatbots', 'bellhop')}
        </Button>
      </p>
      <h3 className="bellhop-bot-name">{bot.name}</h3>
      {state.groups.map((group) => (
        <section key={group.id} className="bellhop-group" aria-label={group.title}>
          <h3>{group.title}</h3>
          {group.fields.map((field) => {
            const [needed, value] = NEEDS[field.name] ?? [];
            if (needed !== undefined && bot[needed] !== value) return null;
            return <BotField key={field.name} {...{ bot, field, onChange }} pages={state.pages} />;
          })}
        </section>
      ))}
      <p>
        <Button
          variant={isSure ? 'primary' : 'secondary'}
          isDestructive
          onClick={async () => {
            if (!isSure) return setSure(true);
            await apiFetch({ path: `/bellhop/v1/bots/${bot.id}`, method: 'DELETE' });
            onDeleted();
          }}
        >
          {isSure ? __('Delete it for good', 'bellhop') : __('Delete chatbot', 'bellhop')}
        </Button>{' '}
        {isSure && __('Its chats stay, and go on with the site’s own.', 'bellhop')}
      </p>
    </>
  );
}

function BotField(props: {
  bot: Bot;
  field: Field;
  pages: readonly Option[];
  onChange(bot: Bot): void;
}) {
  const { bot, field, pages, onChange } = props;
  const stored = bot[field.name] ?? '';
  const [draft, setDraft] = useState<BotValue | undefined>();
  const [said, setSaid] = useState('');
  const [wrong, setWrong] = useState('');
  const before = useRef<BotValue | undefined>(undefined);
  const value = draft ?? stored;
  const save = async (next: BotValue): Promise<void> => {
    if (isSame(next as Value, stored as Value)) return setDraft(undefined);
    setDraft(next);
    setSaid(__('Saving…', 'bellhop'));
    try {
      onChange(await call<Bot>(`bots/${bot.id}`, { [field.name]: next }, { keepalive: true }));
      before.current = stored;
      setDraft(undefined);
      setWrong('');
      setSaid(__('Saved', 'bellhop'));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setWrong(error.message);
      setSaid(__('Not saved', 'bellhop'));
    }
  };
  const undo = before.current;
  return (
    <div className="bellhop-field" data-field={`bot-${field.name}`}>
      {field.type === 'pages' ? (
        <PagesField field={field} value={value as number[]} pages={pages} onDone={save} />
      ) : (
        <Control
          field={{ ...field, name: `bot_${field.name}` }}
          value={value as Value}
          isWrong={wrong !== ''}
          help={<Help text={field.help} wrong={wrong} />}
          onType={setDraft}
          onDone={(next) => void save(next ?? value)}
        />
      )}
      <div className="bellhop-status" aria-live="polite">
        {said}{' '}
        {undo !== undefined && wrong === '' && (
          <Button
            variant="link"
            onClick={() => void save(undo).then(() => (before.current = undefined))}
          >
            {__('Undo', 'bellhop')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Pages by their titles; one that isn't listed stays under its id. */
function PagesField(props: {
  field: Field;
  value: readonly number[];
  pages: readonly Option[];
  onDone(value: number[]): void;
}) {
  const { field, value, pages, onDone } = props;
  const labels = new Map(pages.map((page) => [page.value, page.label]));
  const ids = new Map(pages.map((page) => [page.label, Number(page.value)]));
  /* translators: %d: the number of a page */
  const nameOf = (id: number) => labels.get(`${id}`) ?? sprintf(__('Page %d', 'bellhop'), id);
  return (
    <>
      <FormTokenField
        {...SIZES}
        label={field.label}
        value={value.map(nameOf)}
        suggestions={[...ids.keys()]}
        __experimentalExpandOnFocus
        __experimentalValidateInput={(typed: string) => ids.has(typed)}
        __experimentalShowHowTo={false}
        onChange={(tokens) =>
          onDone(
            tokens.flatMap((token) => {
              const name = typeof token === 'string' ? token : token.value;
              const id = ids.get(name) ?? value.find((one) => nameOf(one) === name);
              return id === undefined ? [] : [id];
            }),
          )
        }
      />
      <p className="bellhop-help">{field.help}</p>
    </>
  );
}
