// Whether the gateway sends mail, and a trial of it.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../../kernel/schema/endpoint.ts';

const TAG = 'Operator: desk';
const DESK = 'the admin key, or a desk session';

const mailState = z.object({
  /** The address that mails come from; null: no SMTP server is set. */
  from: z.string().nullable(),
});
export type MailState = z.output<typeof mailState>;

export const readMail = endpoint({
  method: 'get',
  path: '/admin/desk/mail',
  tag: TAG,
  summary: 'Whether the gateway sends mail, and from which address',
  auth: DESK,
  replies: { 200: mailState },
});

export const tryMail = endpoint({
  method: 'post',
  path: '/admin/desk/mail/trial',
  tag: TAG,
  summary: 'Send oneself a mail now, to the address in one’s own settings',
  auth: DESK,
  isBodyOptional: true,
  body: z.object({}),
  replies: { 204: null },
});
