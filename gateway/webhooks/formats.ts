// What a webhook is sent, by its format: news as JSON for programs, or a message of a few words for a chat program of colleagues. Visitors'
// words are plain text there: no markup of that program comes into being from them, and nobody is called by a mention.

import { writeExactly } from '../kernel/exact-json.ts';
import type { NewsType } from '../log/news.ts';
import { isRecord } from '../wire.ts';

export const WEBHOOK_FORMATS = ['json', 'slack', 'teams', 'discord', 'mattermost'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** News as the outbox has them. */
export interface Told {
  type: NewsType;
  timestamp: string;
  data: Readonly<Record<string, unknown>>;
}

/** Characters of a visitor's words in a message. */
const MAX_WORDS = 600;

const TITLES: Readonly<Record<NewsType, string>> = {
  'session.begun': 'A conversation has begun',
  'message.created': 'A message',
  'run.ended': 'An answer has ended',
  'tool.failed': 'A tool has failed',
  'handover.requested': 'A visitor wants a person',
  'feedback.given': 'Feedback on an answer',
  'conversation.rated': 'A visitor has rated a conversation',
};

/** @param link the conversation at the desk; null where the gateway doesn't know its own address */
export function writePayload(format: WebhookFormat, told: Told, link: string | null): string {
  if (format === 'json') return writeExactly(told);
  const title = TITLES[told.type];
  const words = wordsOf(told).slice(0, MAX_WORDS);
  return JSON.stringify(MESSAGES[format](title, words, link));
}

type Write = (title: string, words: string, link: string | null) => unknown;

const MESSAGES: Readonly<Record<Exclude<WebhookFormat, 'json'>, Write>> = {
  /** https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks: `text` is what a notification shows. */
  slack: (title, words, link) => ({
    text: title,
    blocks: [
      { type: 'section', text: { type: 'plain_text', text: title } },
      ...(words === ''
        ? []
        : [{ type: 'section', text: { type: 'plain_text', text: words, emoji: false } }]),
      ...(link === null
        ? []
        : [{ type: 'section', text: { type: 'mrkdwn', text: `<${link}|Open the conversation>` } }]),
    ],
  }),
  /** A message with an adaptive card, as workflows of Teams take it. */
  teams: (title, words, link) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
            ...(words === ''
              ? []
              : [
                  {
                    type: 'RichTextBlock',
                    inlines: [{ type: 'TextRun', text: words }],
                  },
                ]),
          ],
          actions:
            link === null
              ? []
              : [{ type: 'Action.OpenUrl', title: 'Open the conversation', url: link }],
        },
      },
    ],
  }),
  /** https://discord.com/developers/docs/resources/webhook#execute-webhook */
  discord: (title, words, link) => ({
    content: title,
    embeds:
      words === '' && link === null
        ? []
        : [{ description: inert(words), ...(link === null ? {} : { title: 'Open', url: link }) }],
    allowed_mentions: { parse: [] },
  }),
  /** https://developers.mattermost.com/integrate/webhooks/incoming/ */
  mattermost: (title, words, link) => ({
    text: title,
    attachments: [
      {
        fallback: title,
        text: inert(words),
        ...(link === null ? {} : { title: 'Open the conversation', title_link: link }),
      },
    ],
  }),
};

/** No Markdown, no mention, no link comes into being from it. */
function inert(words: string): string {
  return words
    .replace(/[\\`*_~|>#[\]()!-]/g, '\\$&')
    .replaceAll('@', '@\u200b')
    .replaceAll(':/', ':\u200b/')
    .replaceAll('<', '\\<');
}

/** The first text of a message, or of a visitor's comment. */
function wordsOf({ data }: Told): string {
  const { event, comment } = data;
  if (typeof comment === 'string') return comment;
  if (!isRecord(event) || !Array.isArray(event.content)) return '';
  const texts = event.content.flatMap((block) =>
    isRecord(block) && typeof block.text === 'string' ? [block.text] : [],
  );
  return texts.join('\n');
}
