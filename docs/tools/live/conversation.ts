// The recorded conversation, as steps that open at a press.

import type { RecordedStep, Recording } from '../record-gateway.ts';

let known: Recording | null = null;

/** The recording to show; it takes a database, so who makes the site hands it in first. */
export function setRecording(recording: Recording): void {
  known = recording;
}

export function conversation(form: 'site' | 'plain'): string {
  if (known === null) throw new Error('No conversation was recorded: call setRecording() first.');
  return known.steps
    .map((step, at) => (form === 'site' ? opened(step, at) : flat(step, at)))
    .join('\n\n');
}

const json = (value: unknown): string => JSON.stringify(value, null, 2);

function exchange({ request, response }: RecordedStep): string {
  const head = `${request.method} ${request.path}\nAuthorization: Bearer (${request.as})`;
  const body = request.body === undefined ? '' : `\n\n${json(request.body)}`;
  const fence = '```';
  return `The request:\n\n${fence}http\n${head}${body}\n${fence}\n\nThe gateway answers, with status ${response.status}:\n\n${fence}json\n${json(response.body)}\n${fence}`;
}

const flat = (step: RecordedStep, at: number): string =>
  `### ${at + 1}. ${step.words}\n\n${exchange(step)}`;

const opened = (step: RecordedStep, at: number): string =>
  `<details class="step"${at === 0 ? ' open' : ''}>\n<summary><strong>${at + 1}.</strong> ${step.words} <code>${step.request.method}</code> → <code>${step.response.status}</code></summary>\n\n${exchange(step)}\n\n</details>`;
