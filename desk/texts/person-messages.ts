// The texts of mail, notices, opening hours and what is known of a visitor, in English.

export const personEnglish = {
  mail: 'Mail',
  mailNotSet:
    'This gateway sends no mail. Its operator sets BELLHOP_SMTP_URL and BELLHOP_MAIL_FROM.',
  ownEmail: 'Your e-mail address',
  ownEmailHint: 'Mails come from {from}. Empty: you get none.',
  mailAfter: 'Mail when a visitor waits longer than',
  mailAfterHint: 'For conversations of nobody, and your own. Not in your quiet hours.',
  never: 'Never',
  digest: 'Summary',
  digestHint: 'What happened in the conversations that you see. In the morning at 8.',
  digestOff: 'None',
  digestDaily: 'Every day',
  digestWeekly: 'Every Monday',
  mailTry: 'Send me a trial mail',
  mailTried: 'Sent to {to}.',
  inviteMailed: 'It is on its way by mail.',
  push: 'Notices on this device',
  pushText:
    'Tells you of visitors who wait, also while the desk is closed. Not in your quiet hours.',
  pushRefused:
    'This browser refuses notices of the desk. Allow them in its settings for this page.',
  pushOn: 'Switch on',
  pushOff: 'Switch off here',
} as const;
