// An e-mail address as a field of a body.

import { z } from '@hono/zod-openapi';

const MAX_EMAIL = 254;
const EMAIL = 'must be an e-mail address';
export const email = z
  .string({ error: EMAIL })
  .max(MAX_EMAIL, { error: EMAIL })
  .regex(/^[^\s@<>"(),:;\\[\]]+@[^\s@<>"(),:;\\[\]]+$/, { error: EMAIL })
  .refine((value) => /[^.@]\.[^.@]/.test(value.slice(value.indexOf('@'))), { error: EMAIL });
