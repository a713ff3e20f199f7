// The tools of the page, one of them chosen: what the agent is told of it, hints for its author, and a form that runs it.

import { signal } from '@preact/signals';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../protocol/json.ts';
import type { Decision, Tool, ToolQuestion } from '../tools/types.ts';
import { Drawn } from '../ui/drawn/drawn.tsx';
import { adviceFor } from './advice.ts';
import { CallDetails, State } from './call-view.tsx';
import { Json } from './json.tsx';
import {
  type FormField,
  fieldsOf,
  initialValues,
  readForm,
  readInput,
  readJson,
  valuesOf,
} from './tool-form.ts';
import type { Trials } from './trial.ts';
import type { CallRecord, DevtoolsPorts } from './types.ts';
import { useSource } from './use-source.ts';

/** A call of before, whose input the form begins with. */
export interface Again {
  name: string;
  input: JsonObject;
}

interface Props {
  ports: DevtoolsPorts;
  trials: Trials;
  chosen: string;
  onChoose(name: string): void;
  again: Again | null;
}

export function ToolsTab({ ports, trials, chosen, onChoose, again }: Props) {
  const tools = ownFirst(useSource(ports.tools));
  const id = useId();
  const tool = tools.find(({ name }) => name === chosen) ?? tools[0];
  if (tool === undefined) {
    return (
      <div class="empty">
        <p>This page offers the agent no tools yet.</p>
        <pre class="json">{EXAMPLE}</pre>
      </div>
    );
  }
  return (
    <>
      <div class="pick">
        <label for={id}>Tool</label>
        <select
          id={id}
          value={tool.name}
          onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        >
          {tools.map(({ name, source }) => (
            <option key={name} value={name}>
              {source === 'page' ? name : `${name} (${source})`}
            </option>
          ))}
        </select>
        <span class="note">
          {tools.length} {tools.length === 1 ? 'tool' : 'tools'}
        </span>
      </div>
      <About tool={tool} />
      <Form
        key={`${tool.name} ${again?.name === tool.name ? JSON.stringify(again.input) : ''}`}
        tool={tool}
        ports={ports}
        trials={trials}
        again={again?.name === tool.name ? again.input : null}
      />
    </>
  );
}

/** The page's own tools are whose author is here; Bellhop's cards come last. */
const ownFirst = (tools: readonly Tool[]): readonly Tool[] => [
  ...tools.filter(({ source }) => source !== 'cards'),
  ...tools.filter(({ source }) => source === 'cards'),
];

const EXAMPLE = `bellhop.push((chat) => {
  chat.registerTool({
    name: 'show_cart',
    description: 'What is in the cart.',
    annotations: { readOnlyHint: true },
    execute: () => ({ items: cart.items }),
  });
});`;

function About({ tool }: { tool: Tool }) {
  const traits = [
    tool.isReadOnly ? 'reads only' : null,
    tool.approval === 'auto'
      ? 'runs by itself'
      : tool.approval === 'always'
        ? 'asks every time'
        : 'asks the visitor',
    tool.isDestructive ? 'destructive' : null,
    tool.isIdempotent && !tool.isReadOnly ? 'may run twice' : null,
    tool.navigates ? 'leads to another page' : null,
    tool.render ? 'draws itself' : null,
    `at most ${tool.timeoutMs / 1000} s`,
  ].filter((trait) => trait !== null);
  const advice = tool.source === 'cards' ? [] : adviceFor(tool);
  return (
    <section aria-label="About this tool">
      <p class="tool-title">{tool.title}</p>
      <p>{tool.description}</p>
      <ul class="traits">
        {traits.map((trait) => (
          <li key={trait}>{trait}</li>
        ))}
      </ul>
      {advice.map((sentence) => (
        <p key={sentence} class="hint">
          {sentence}
        </p>
      ))}
      <details>
        <summary>Input schema</summary>
        <Json value={tool.inputSchema} label="Input schema" />
      </details>
    </section>
  );
}

function Form(props: {
  tool: Tool;
  ports: DevtoolsPorts;
  trials: Trials;
  again: JsonObject | null;
}) {
  const { tool, ports, trials, again } = props;
  const fields = useMemo(() => fieldsOf(tool.inputSchema), [tool.inputSchema]);
  const [isJson, setJson] = useState(fields === null);
  const [values, setValues] = useState<Record<string, string>>(() =>
    again && fields ? valuesOf(fields, again) : initialValues(fields ?? []),
  );
  const [text, setText] = useState(() => JSON.stringify(again ?? {}, null, 2));
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [id, setId] = useState('');
  const calls = useSource(trials.calls);
  const call = calls.find((one) => one.id === id);

  const input = (): JsonObject | null => {
    if (isJson || fields === null) {
      const read = readInput(text);
      setWrong(read ? {} : { '': 'This is no JSON of an object.' });
      return read ?? null;
    }
    const { input, wrong } = readForm(fields, values);
    setWrong(wrong);
    return Object.keys(wrong).length > 0 ? null : input;
  };
  const turn = (toJson: boolean): void => {
    if (fields === null) return;
    if (toJson) setText(JSON.stringify(readForm(fields, values).input, null, 2));
    else setValues(valuesOf(fields, readInput(text) ?? {}));
    setWrong({});
    setJson(toJson);
  };
  const isBusy = call !== undefined && call.heard === null;
  return (
    <section aria-label="Run this tool">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const given = isBusy ? null : input();
          if (given) setId(trials.run(tool.name, tool.title, given));
        }}
      >
        <div class="row spread">
          <h3>Run it</h3>
          {fields !== null && fields.length > 0 && (
            <label class="check">
              <input
                type="checkbox"
                checked={isJson}
                onChange={({ currentTarget }) => turn(currentTarget.checked)}
              />{' '}
              as JSON
            </label>
          )}
        </div>
        {isJson || fields === null ? (
          <TextField
            label="Input, as JSON"
            value={text}
            rows={6}
            wrong={wrong['']}
            onInput={setText}
          />
        ) : (
          fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              wrong={wrong[field.name]}
              onInput={(value) => setValues({ ...values, [field.name]: value })}
            />
          ))
        )}
        {fields?.length === 0 && !isJson && <p class="note">It takes no input.</p>}
        <p class="row">
          <button type="submit" class="strong" aria-disabled={isBusy}>
            Run {tool.title}
          </button>
          {isBusy && (
            <button type="button" class="quiet" onClick={() => trials.stop()}>
              Stop
            </button>
          )}
        </p>
        <p class="note">
          As in the chat: checked by its schema, asked about, written down. The conversation and its
          agent hear nothing of it.
        </p>
      </form>
      {call && <Run call={call} tool={tool} ports={ports} trials={trials} />}
    </section>
  );
}

function Run(props: { call: CallRecord; tool: Tool; ports: DevtoolsPorts; trials: Trials }) {
  const { call, tool, ports, trials } = props;
  const question = trials.question(call.id);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [call.state]);
  return (
    <section ref={place} class="run" aria-label="The call">
      <p role="status">
        <State state={call.state} />
      </p>
      {question && !(question.isCard && tool.render) && (
        <Asked
          question={question}
          isOwnCard={tool.source === 'cards'}
          onAnswer={(decision) => trials.answer(question, decision)}
        />
      )}
      {tool.render && <DrawnCall call={call} tool={tool} trials={trials} />}
      <CallDetails call={call} ports={ports} hasInput={false} />
    </section>
  );
}

/** The visitor's question, with the words that they would read. */
function Asked(props: {
  question: ToolQuestion;
  /** Of Bellhop's own, whose answer is a record; a page's tool gets any value. */
  isOwnCard: boolean;
  onAnswer: (decision: Decision) => void;
}) {
  const { question, isOwnCard, onAnswer } = props;
  const [answer, setAnswer] = useState('{}');
  const { summary, isCard, offersConversation, isDestructive } = question;
  return (
    <div class="asked">
      <p class="note">The visitor is asked:</p>
      <p class="asked-title" dir="auto">
        {summary?.title ?? question.title}
      </p>
      {summary?.lines.map((line, index) => (
        <p key={index} dir="auto">
          {line}
        </p>
      ))}
      {summary?.total && <p dir="auto">{summary.total}</p>}
      {isDestructive && <p class="hint">The question warns: it can’t be undone.</p>}
      {isCard && (
        <TextField
          label="The visitor’s answer, as JSON"
          value={answer}
          rows={3}
          onInput={setAnswer}
        />
      )}
      <p class="row">
        <button
          type="button"
          class="strong"
          onClick={() => {
            const value = readJson(answer);
            if (!isCard) onAnswer('once');
            else if (isOwnCard) onAnswer(readInput(answer) ?? {});
            else if (value !== undefined) onAnswer({ value });
          }}
        >
          {summary?.confirm ?? (isCard ? 'Answer' : 'Allow once')}
        </button>
        {offersConversation && (
          <button type="button" onClick={() => onAnswer('conversation')}>
            Allow in this conversation
          </button>
        )}
        <button type="button" onClick={() => onAnswer('no')}>
          {summary?.decline ?? 'Don’t allow'}
        </button>
      </p>
    </div>
  );
}

const TONES = { good: 'good', bad: 'bad', asking: 'asking', live: 'live' } as const;

/** What the tool draws for it, in the page's own styles. */
function DrawnCall({ call, tool, trials }: { call: CallRecord; tool: Tool; trials: Trials }) {
  const snapshot = useMemo(() => signal({ ...trials.live(), find: () => tool }), [tool]);
  snapshot.value = { ...trials.live(), find: () => tool };
  const words = useMemo(() => signal({ lang: 'en' }), []);
  const tone =
    call.heard !== null
      ? call.heard.isError
        ? TONES.bad
        : TONES.good
      : call.state === 'asking'
        ? TONES.asking
        : TONES.live;
  return (
    <Drawn
      chat={{
        tools: snapshot,
        words,
        ports: {
          actions: {
            answerTool: (id, _binding, decision) => {
              const question = trials.question(id);
              if (question) trials.answer(question, decision);
            },
          },
        },
      }}
      part={{ toolUseId: call.id, name: call.name, input: call.input, result: null }}
      line={{ tone, answer: call.heard?.content ?? (tone === 'good' ? '' : null) }}
    />
  );
}

function Field(props: {
  field: FormField;
  value: string;
  wrong: string | undefined;
  onInput: (value: string) => void;
}) {
  const { field, value, wrong, onInput } = props;
  const { label, kind, hint, isRequired, choices } = field;
  const id = useId();
  const shared = {
    id,
    'aria-describedby': hint || wrong ? `${id}-hint` : undefined,
    'aria-invalid': wrong ? ('true' as const) : undefined,
    'aria-required': isRequired ? ('true' as const) : undefined,
    value,
  };
  const typed = (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value);
  const control =
    kind === 'choice' || kind === 'switch' ? (
      <select {...shared} onChange={typed}>
        <option value="">not given</option>
        {(kind === 'switch' ? [true, false] : choices).map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {typeof choice === 'string' ? choice : JSON.stringify(choice)}
          </option>
        ))}
      </select>
    ) : kind === 'json' || kind === 'long' ? (
      <textarea
        {...shared}
        rows={3}
        spellcheck={false}
        class={kind === 'json' ? 'code' : ''}
        onInput={typed}
      />
    ) : (
      <input
        {...shared}
        type="text"
        inputMode={kind === 'number' ? 'decimal' : 'text'}
        autocomplete="off"
        onInput={typed}
      />
    );
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired ? <span class="needed"> needed</span> : null}
        {kind === 'json' ? <span class="note"> JSON</span> : null}
      </label>
      {control}
      {(hint || wrong) && (
        <p id={`${id}-hint`} class={wrong ? 'wrong' : 'note'}>
          {wrong ?? hint}
        </p>
      )}
    </div>
  );
}

function TextField(props: {
  label: string;
  value: string;
  rows: number;
  wrong?: string | undefined;
  onInput: (value: string) => void;
}) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{props.label}</label>
      <textarea
        id={id}
        class="code"
        rows={props.rows}
        spellcheck={false}
        value={props.value}
        aria-invalid={props.wrong ? 'true' : undefined}
        aria-describedby={props.wrong ? `${id}-wrong` : undefined}
        onInput={({ currentTarget }) => props.onInput(currentTarget.value)}
      />
      {props.wrong && (
        <p id={`${id}-wrong`} class="wrong">
          {props.wrong}
        </p>
      )}
    </div>
  );
}
