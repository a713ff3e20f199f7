// What the desk asks of mail: whether there is any, and a trial to oneself.

import { readMe } from '../../desk/me.ts';
import { type DeskNeeds, requireDesk } from '../../desk/require-desk.ts';
import type { Routes } from '../../kernel/http/route-module.ts';
import { HttpError, invalid } from '../../kernel/http-error.ts';
import type { Limits } from '../../kernel/limits/limits.ts';
import { serve } from '../../kernel/schema/endpoint.ts';
import { MailError, type Mailer } from '../mailer.ts';
import { mailWords } from '../words.ts';
import { readMail, tryMail } from './mail-schema.ts';

const HEADERS = { 'Cache-Control': 'no-store' };
/** So that nobody floods an address that they have entered. */
const TRIALS = { perSecond: 1 / 60, burst: 3 };

interface Needs extends DeskNeeds {
  mailer: Mailer | null;
  limits: Limits;
  options: DeskNeeds['options'] & { publicUrl: string | null };
}

export const adminMail: Routes<Needs> = (app, context) => {
  const { db, mailer, options } = context;
  const trials = context.limits.create('mail trial', TRIALS, { isCostly: true });

  serve(app, readMail, async (c, call) => {
    await requireDesk(context, c);
    call.query();
    return c.json({ from: mailer?.from ?? null }, 200, HEADERS);
  });

  serve(app, tryMail, async (c, call) => {
    const caller = await requireDesk(context, c, 'viewer');
    await call.body();
    if (mailer === null) throw invalid('The gateway sends no mail: set BELLHOP_SMTP_URL.');
    const { settings } = await readMe(db, caller);
    if (settings.email === null) throw invalid('Save your e-mail address first.');
    await trials.take(caller.person_id);
    const words = mailWords(settings.language);
    const text = `${words.test}\n\n${options.publicUrl ?? ''}/desk/team/account\n`;
    try {
      await mailer.send({ to: settings.email, subject: words.testSubject, text });
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      throw new HttpError(502, `The mail server didn’t take it: ${error.message}`);
    }
    return c.body(null, 204);
  });
};
