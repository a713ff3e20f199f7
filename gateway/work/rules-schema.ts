// Rules by which a conversation that wants a person is given to somebody.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { absent, id, integer, list, text } from '../kernel/schema/kinds.ts';

const TAG = 'Operator: desk';
const LEAD = 'the admin key, or a desk session of a lead or an owner';
/** Each is looked at in turn, whenever a conversation wants a person. */
export const MOST_RULES = 100;
const MOST_PEOPLE = 100;

const rule = z
  .object({
    rule_id: z.string(),
    /** The conditions; null: any. */
    client_id: z.string().nullable(),
    agent: z.string().nullable(),
    tag_id: z.string().nullable(),
    /** Of the visitor’s browser, such as `de`. */
    language: z.string().nullable(),
    /** To whom; null: in turn. */
    person_id: z.string().nullable(),
    /** Among whom it goes in turn; empty: all who may answer. */
    in_turn: z.array(z.string()),
  })
  .openapi('AssignmentRule');
export type AssignmentRule = z.output<typeof rule>;

const LANGUAGE = 'must be a language such as de';
const fields = {
  client_id: id.nullish(),
  agent: text.nullish(),
  tag_id: id.nullish(),
  language: z
    .string({ error: LANGUAGE })
    .regex(/^[a-z]{2,3}$/, { error: LANGUAGE })
    .nullish(),
  person_id: id.nullish(),
  in_turn: absent(list(id, { max: MOST_PEOPLE }).transform((ids) => [...new Set(ids)])),
};

export const listRules = endpoint({
  method: 'get',
  path: '/admin/desk/rules',
  tag: TAG,
  summary: 'The rules of assignment, in their order',
  auth: LEAD,
  replies: { 200: z.object({ data: z.array(rule) }) },
});

export const addRule = endpoint({
  method: 'post',
  path: '/admin/desk/rules',
  tag: TAG,
  summary: 'Add a rule of assignment behind the others',
  auth: LEAD,
  body: z.object(fields),
  replies: { 201: rule },
});

export const patchRule = endpoint({
  method: 'patch',
  path: '/admin/desk/rules/{rule_id}',
  tag: TAG,
  summary: 'Change a rule of assignment, or its place among the others',
  auth: LEAD,
  body: z.object({
    ...fields,
    /** How many rules come before it. */
    place: absent(integer(0, MOST_RULES)),
  }),
  replies: { 200: rule },
});

export const deleteRule = endpoint({
  method: 'delete',
  path: '/admin/desk/rules/{rule_id}',
  tag: TAG,
  summary: 'Delete a rule of assignment; conversations keep who has them',
  auth: LEAD,
  replies: { 204: null },
});
