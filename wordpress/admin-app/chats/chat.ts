// What PHP tells of chats (local/chats-api.php), and what the page itself is told (admin/conversations.php). Pure.

export interface Facts {
  may: { answer: boolean; manage: boolean };
  /** The name that visitors read. */
  me: string;
  /** Visitors are answered by this WordPress, so somebody would read what a person says. */
  isAnswering: boolean;
  mailTo: string;
  profile: string;
  most: { message: number; note: number; title: number; question: number; answer: number };
}

export type ChatState =
  | 'waits'
  | 'held'
  | 'running'
  | 'wanted'
  | 'paused'
  | 'unanswered'
  | 'answered';

export interface Chat {
  id: string;
  visitor: string;
  first: string;
  messages: number;
  /** Unix seconds. */
  created_at: number;
  last_at: number;
  last_seq: number;
  state: ChatState;
  is_done: boolean;
  holder: { name: string; is_me: boolean } | null;
  page: { path: string; url: string; title: string } | null;
  /** Two letters, or nothing. */
  country: string;
  language: string;
  up: number;
  down: number;
  tokens: number;
  /** US dollars. */
  cost: number;
}

export interface Line {
  seq: number;
  id: string;
  who: 'visitor' | 'agent' | 'person' | 'joined' | 'left' | 'tool' | 'problem';
  name: string;
  text: string;
  at: number;
  feedback: '' | 'up' | 'down';
  comment: string;
  sources: { url: string; title: string }[];
  files: string[];
}

export interface Note {
  id: string;
  name: string;
  text: string;
  at: number;
  may_delete: boolean;
}

export interface WholeChat extends Chat {
  lines: Line[];
  notes: Note[];
  said: { event_id: string; value: 'up' | 'down'; comment: string }[];
}

export interface ChatPage {
  chats: Chat[];
  total: number;
  pages: number;
}

export interface SavedReply {
  id: string;
  title: string;
  text: string;
}

/** What is known now, with what came since: later lines, and what the visitor says of earlier ones by now. */
export function merge(known: WholeChat | null, told: WholeChat): WholeChat {
  if (known === null || known.id !== told.id) return told;
  const seen = new Set(known.lines.map(({ seq }) => seq));
  const fresh = told.lines.filter(({ seq }) => !seen.has(seq));
  const said = new Map(told.said.map((one) => [one.event_id, one]));
  const lines = [...known.lines, ...fresh].map((line): Line => {
    const { value, comment = '' } = said.get(line.id) ?? {};
    const feedback: Line['feedback'] = value ?? '';
    const isSame = line.feedback === feedback && line.comment === comment;
    return isSame ? line : { ...line, feedback, comment };
  });
  return { ...told, lines };
}

/** The visitor's message that a line answers, and what a person said later: what the agent could be taught. */
export function lessonAt(lines: readonly Line[], at: number): { question: string; answer: string } {
  const before = lines.slice(0, at).findLast(({ who }) => who === 'visitor');
  const own = lines[at]?.who === 'person' ? lines[at] : undefined;
  const after = own ?? nextPerson(lines.slice(at + 1));
  return { question: oneLine(before?.text ?? ''), answer: after?.text ?? '' };
}

/** Of the same question: what follows the visitor's next message but one may answer something else. */
function nextPerson(lines: readonly Line[]): Line | undefined {
  const end = lines.findIndex(({ who }) => who === 'agent' || who === 'problem');
  return (end < 0 ? lines : lines.slice(0, end)).find(({ who }) => who === 'person');
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
