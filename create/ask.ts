// The questions, for a person at a terminal. What the command line has said is not asked.

import * as prompts from '@clack/prompts';
import {
  AGENTS,
  type Agent,
  type KINDS,
  PROVIDERS,
  TEMPLATES,
  type TemplateName,
} from './choices.ts';
import { address, agentFrom, type Said, site } from './flags.ts';
import { checkFolder } from './folder.ts';

/** Somebody has pressed Escape or Ctrl+C. */
export class Cancelled extends Error {}

async function answered<T>(question: Promise<T>): Promise<Exclude<T, symbol>> {
  const answer = await question;
  if (prompts.isCancel(answer)) throw new Cancelled('Nothing was written.');
  return answer as Exclude<T, symbol>;
}

/** The sentence of what a check throws. */
const wordsOf = (check: () => unknown): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

const needed = (value: string | undefined): string | undefined =>
  value?.trim() ? undefined : 'This is needed.';

const text = (
  message: string,
  placeholder: string,
  validate: (value: string | undefined) => string | undefined = needed,
) => answered(prompts.text({ message, placeholder, validate }));

export function askFolder(): Promise<string> {
  const validate = (value: string | undefined) => wordsOf(() => checkFolder(value || 'my-chat'));
  return answered(
    prompts.text({
      message: 'Which folder?',
      placeholder: 'my-chat',
      defaultValue: 'my-chat',
      validate,
    }),
  );
}

export function askTemplate(): Promise<TemplateName> {
  const options = TEMPLATES.map(({ name, label }) => ({ value: name, label }));
  return answered(
    prompts.select<TemplateName>({ message: 'What is your page made with?', options }),
  );
}

export async function askAgent(said: Said): Promise<Agent> {
  const agent =
    said.agent ??
    (await answered(
      prompts.select<Agent['name']>({
        message: 'Who answers?',
        options: AGENTS.map(({ name, label, hint }) => ({ value: name, label, hint })),
      }),
    ));
  const all: Said = { ...said, agent };
  if (agent === 'model') {
    all.provider ??= await answered(
      prompts.select<(typeof PROVIDERS)[number]>({
        message: 'Whose model?',
        options: PROVIDERS.map((value) => ({
          value,
          label: { anthropic: 'Anthropic', openai: 'OpenAI', compatible: 'Compatible with OpenAI' }[
            value
          ],
        })),
      }),
    );
    if (all.provider === 'compatible') {
      all.baseUrl ??= await text('Its address?', 'https://models.example/v1', (value) =>
        wordsOf(() => address('The address', value ?? '')),
      );
      all.model ??= await text('Which model?', 'llama-4');
    }
    all.key ??= await answered(
      prompts.password({ message: 'Its key? (Enter: I write it into .env.gateway later)' }),
    ).then((key) => key ?? '');
  }
  if (agent === 'backend') {
    all.kind ??= await answered(
      prompts.select<(typeof KINDS)[number]>({
        message: 'What does it speak?',
        options: [
          { value: 'ai_sdk', label: 'The AI SDK’s UI message stream' },
          { value: 'ag_ui', label: 'AG-UI' },
        ],
      }),
    );
    all.backend ??= await text('Its address?', 'http://localhost:8000/api/chat', (value) =>
      wordsOf(() => address('The address', value ?? '')),
    );
  }
  if (agent === 'gateway') {
    all.gateway ??= await text('Its address?', 'https://gateway.example', (value) =>
      wordsOf(() => address('The address', value ?? '')),
    );
    all.site ??= await text(
      'The site’s public id? (its desk, page “Sites”)',
      'site_pk_…',
      (value) => wordsOf(() => site(value ?? '')),
    );
  }
  const made = agentFrom(all);
  if (made === null) throw new Error(`The agent "${agent}" lacks an answer.`);
  return made;
}

export const askInstall = (): Promise<boolean> =>
  answered(prompts.confirm({ message: 'Install its packages now?' }));

export const begin = (): void => prompts.intro('Bellhop: a chat for your page');
export const end = (words: string): void => prompts.outro(words);
