// The team of the desk: one's own account, who may sign in, and the links by which people come.

import { z } from '@hono/zod-openapi';
import { DESK_ROLES } from '../kernel/auth/desk-caller.ts';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, list, text } from '../kernel/schema/kinds.ts';
import { nextPage, paged } from '../kernel/schema/pages.ts';
import { email } from './email.ts';
import { MAX_PASSWORD, MIN_PASSWORD } from './passwords.ts';
import { personSettings, personSettingsChange } from './person-settings.ts';

const TAG = 'Operator: desk';
const OWNER = 'the admin key, or a desk session of an owner';
const LEAD = 'the admin key, or a desk session of a lead or an owner';
const DESK = 'the admin key, or a desk session';
const MAX_NAME = 80;
const MAX_SITES = 200;
/** Bytes of a picture's data: address. */
const MAX_PICTURE = 64 * 1024;
const MAX_TOKEN = 200;

const role = z.enum(DESK_ROLES);
const name = z
  .string({ error: 'must be a name' })
  .trim()
  .min(1, { error: 'must be a name' })
  .max(MAX_NAME, { error: `must have at most ${MAX_NAME} characters` })
  .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), { error: 'must have no control characters' });
const LOGIN = 'must be 2 to 64 letters, digits and . _ - @ +, such as an e-mail address';
const login = z.string({ error: LOGIN }).regex(/^[\w.@+-]{2,64}$/, { error: LOGIN });
const PASSWORD = `must have ${MIN_PASSWORD} to ${MAX_PASSWORD} characters`;
const password = z
  .string({ error: PASSWORD })
  .min(MIN_PASSWORD, { error: PASSWORD })
  .max(MAX_PASSWORD, { error: PASSWORD });
const PICTURE = `must be a data: address of a PNG, JPEG or WebP picture, of at most ${MAX_PICTURE / 1024} KiB`;
const picture = z
  .string({ error: PICTURE })
  .max(MAX_PICTURE, { error: PICTURE })
  .regex(/^data:image\/(?:png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, { error: PICTURE });
/** The client_ids of the sites whose conversations somebody sees; null: all. */
const sites = list(id, { min: 1, max: MAX_SITES }).nullable();
const person = z.object({
  person_id: z.string(),
  login: z.string().nullable(),
  name: z.string(),
  picture: z.string().nullable(),
  role,
  sites: z.array(z.string()).nullable(),
  has_second_factor: z.boolean(),
  is_disabled: z.boolean(),
  created_at: z.iso.datetime(),
});
export type Person = z.output<typeof person>;

export const me = z.object({
  person_id: z.string(),
  name: z.string(),
  /** False: the owner by the admin key, who hasn't said yet what they are called. */
  is_named: z.boolean(),
  picture: z.string().nullable(),
  role,
  sites: z.array(z.string()).nullable(),
  /** Null for the owner by the admin key. */
  login: z.string().nullable(),
  /** Whether they have a password of this desk, which they can change. */
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  /** How many recovery codes are left. */
  recovery_codes: z.int(),
  settings: personSettings,
  /** Null where the admin key itself was shown. */
  desk_session_id: z.string().nullable(),
});
export type Me = z.output<typeof me>;

export const getMe = endpoint({
  method: 'get',
  path: '/admin/desk/me',
  tag: TAG,
  summary: 'Who is signed in',
  auth: DESK,
  replies: { 200: me },
});

export const patchMe = endpoint({
  method: 'patch',
  path: '/admin/desk/me',
  tag: TAG,
  summary:
    'Change one’s own name, picture, settings or password; a new password ends the other desk sessions',
  auth: DESK,
  maxBodyBytes: 2 * MAX_PICTURE,
  body: z.object({
    name: absent(name),
    picture: picture.nullable().optional(),
    settings: absent(personSettingsChange),
    password: absent(password),
    /** With a new password, the one before it. */
    old_password: absent(z.string().max(MAX_PASSWORD)),
  }),
  replies: { 200: me },
});

const deskSession = z.object({
  desk_session_id: z.string(),
  person_id: z.string(),
  address: z.string(),
  device: z.string(),
  created_at: z.iso.datetime(),
  seen_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type DeskSession = z.output<typeof deskSession>;

export const listDeskSessions = endpoint({
  method: 'get',
  path: '/admin/desk/sessions',
  tag: TAG,
  summary: 'Where one is signed in; an owner sees everybody’s',
  auth: DESK,
  replies: { 200: z.object({ data: z.array(deskSession) }) },
});

export const endDeskSession = endpoint({
  method: 'delete',
  path: '/admin/desk/sessions/{desk_session_id}',
  tag: TAG,
  summary: 'End a desk session: one’s own, or as an owner anybody’s',
  auth: DESK,
  replies: { 204: null },
});

export const listPeople = endpoint({
  method: 'get',
  path: '/admin/desk/people',
  tag: TAG,
  summary: 'List who may sign in to the desk; q: words of names or logins',
  auth: LEAD,
  query: z.object({ q: text.optional(), ...paged(100) }),
  replies: { 200: z.object({ data: z.array(person), ...nextPage }) },
});

export const addPerson = endpoint({
  method: 'post',
  path: '/admin/desk/people',
  tag: TAG,
  summary: 'Give somebody a login for the desk, for programs; the desk itself invites people',
  auth: OWNER,
  maxBodyBytes: 2 * MAX_PICTURE,
  body: z.object({
    login,
    name,
    role,
    sites: sites.optional(),
    password,
    picture: picture.nullable().optional(),
  }),
  replies: { 201: person },
});

export const patchPerson = endpoint({
  method: 'patch',
  path: '/admin/desk/people/{person_id}',
  tag: TAG,
  summary: 'Change a person; a new password or a disabling ends their desk sessions',
  auth: OWNER,
  maxBodyBytes: 2 * MAX_PICTURE,
  body: z.object({
    name: absent(name),
    role: absent(role),
    sites: sites.optional(),
    password: absent(password),
    picture: picture.nullable().optional(),
    is_disabled: absent(z.boolean()),
  }),
  replies: { 200: person },
});

const invitation = z.object({
  invitation_id: z.string(),
  /** Whose new password the link is for; null: somebody new. */
  person_id: z.string().nullable(),
  role,
  sites: z.array(z.string()).nullable(),
  email: z.string().nullable(),
  invited_by: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type Invitation = z.output<typeof invitation>;

/** The page of the desk takes the token behind `#invite=`; it is shown only here. */
const madeLink = z.object({
  invitation_id: z.string(),
  token: z.string(),
  expires_at: z.iso.datetime(),
  /** Whether it went by mail to the address of the invitation. */
  is_mailed: z.boolean(),
});
export type MadeLink = z.output<typeof madeLink>;

export const invite = endpoint({
  method: 'post',
  path: '/admin/desk/invitations',
  tag: TAG,
  summary:
    'Make a link that lets one person in, once, within 7 days; they choose their login, name and password',
  auth: OWNER,
  body: z.object({ role, sites: sites.optional(), email: absent(email) }),
  replies: { 201: madeLink },
});

export const listInvitations = endpoint({
  method: 'get',
  path: '/admin/desk/invitations',
  tag: TAG,
  summary: 'List the links that nobody has used yet, without their tokens',
  auth: OWNER,
  query: z.object(paged(100)),
  replies: { 200: z.object({ data: z.array(invitation), ...nextPage }) },
});

export const withdrawInvitation = endpoint({
  method: 'delete',
  path: '/admin/desk/invitations/{invitation_id}',
  tag: TAG,
  summary: 'Take a link back: it lets nobody in any more',
  auth: OWNER,
  replies: { 204: null },
});

export const linkForPassword = endpoint({
  method: 'post',
  path: '/admin/desk/people/{person_id}/password-link',
  tag: TAG,
  summary:
    'Make a link by which a person chooses a new password, once, within a day; it ends the link made before',
  auth: OWNER,
  replies: { 201: madeLink },
});

const token = z.string({ error: 'must be the token of a link' }).min(1).max(MAX_TOKEN);
const LINK = 'the token of a link, in its body';

const openLink = z.object({
  /** Null: for somebody new; else whose password it is for. */
  login: z.string().nullable(),
  name: z.string().nullable(),
  role,
  email: z.string().nullable(),
  expires_at: z.iso.datetime(),
});
export type OpenLink = z.output<typeof openLink>;

export const lookAtInvitation = endpoint({
  method: 'post',
  path: '/admin/desk/invitations/look',
  tag: TAG,
  summary: 'What a link is for; it stays as it is. 404 where it was used, taken back or is too old',
  auth: LINK,
  isOpen: true,
  maxBodyBytes: 8 * 1024,
  body: z.object({ token }),
  replies: { 200: openLink },
});

export const acceptInvitation = endpoint({
  method: 'post',
  path: '/admin/desk/invitations/accept',
  tag: TAG,
  summary:
    'Use a link up: choose a login, a name and a password, or for a link of a person’s own the new password',
  auth: LINK,
  isOpen: true,
  maxBodyBytes: 2 * MAX_PICTURE,
  body: z.object({
    token,
    login: absent(login),
    name: absent(name),
    password,
    picture: picture.nullable().optional(),
    settings: absent(personSettingsChange),
  }),
  /** `is_signed_in`: false where a second factor is asked for at the sign-in that follows. */
  replies: { 200: z.object({ login: z.string(), is_signed_in: z.boolean() }) },
});
