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
  partHours: 'Hours',
  hoursTitle: 'When your team is there',
  hoursText:
    'Outside of it, while nobody sits at the desk, the agent tells a visitor who wants a person when somebody is back, and asks for an e-mail address. The team’s answer then goes there, too.',
  hoursNoMail: 'This gateway sends no mail yet: the address stands in the conversation’s details.',
  hoursNobody: 'Nobody',
  hoursHint: 'As 9:00-12:30, 13:30-17:00. Empty: nobody is there.',
  timeZone: 'Time zone',
  timeZoneHint: 'Such as Europe/Berlin.',
  holidays: 'Days off',
  holidaysHint: 'One date a line, as 2026-12-24.',
  hoursNone: 'Say no hours',
  contactEmail: 'Wants an answer at',
} as const;
