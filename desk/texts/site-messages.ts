// The texts of one site's page, in English: its tag, pages, look, limits, accounts, and a page of its own.

export const siteEnglish = {
  // Parts
  siteParts: 'Parts of this site',
  partTag: 'Tag and pages',
  partLook: 'Look and words',
  partLimits: 'Limits',
  partAccounts: 'Signed-in visitors',
  partPage: 'Page for the chat',
  partServer: 'Agent and server',

  // The tag
  tagTitle: 'Put the chat on your site',
  tagText: 'One tag is all your pages need. No server of yours is involved.',
  tagWhere: 'Where does it go?',
  platformPlain: 'My own HTML',
  tagCode: 'The tag for your pages',
  copyTag: 'Copy the tag',
  tagOld: 'The tag on your pages is older than these settings: copy it again.',
  toTag: 'To the tag',
  stepCopy: 'Copy this.',
  stepReload: 'Reload a page of your site: the button stands in its corner.',
  stepPublishReload:
    'Save or publish, and reload a page of your site: the button stands in its corner.',
  stepPlain: 'Paste it into each page, before </body>, or into the part that all your pages share.',
  stepGtm:
    'In Tag Manager: Tags → New → Custom HTML. Paste it there, with the trigger “All Pages”.',
  stepShopify:
    'In the admin: Online Store → Themes → … → Edit code → theme.liquid. Paste it before </body>.',
  stepWebflow: 'In the site’s settings: Custom code → Footer code. Paste it there.',
  stepWix:
    'In the dashboard: Settings → Custom code → Add. Paste it; all pages, once, at the end of the body.',
  stepSquarespace: 'In the settings: Developer tools → Code injection → Footer. Paste it there.',
  stepGhost: 'In the settings: Code injection → Site footer. Paste it there.',
  stepDocusaurus: 'Paste it into the settings of docusaurus.config.js.',
  stepNext:
    'Paste it into <body> of app/layout, and at the top write: import Script from “next/script”.',
  stepPublishGtm:
    'Submit the workspace, and reload a page of your site: the button stands in its corner.',
  stepWordPress1: 'In WordPress: Plugins → Add. Install the plugin Bellhop.',
  stepWordPress2: 'Settings → Bellhop: write this gateway’s address and press “Connect”.',
  stepWordPress3: 'The plugin prints the tag itself; here is nothing to copy.',
  ownServer: 'You have a server that should hand out the sessions?',
  ownServerLink: 'The tag with an endpoint of your own',

  // On whose pages
  pagesTitle: 'On whose pages',
  pagesText: 'The chat answers on pages of these websites. On any other page it stays closed.',
  pagesNone:
    'No website is named yet: the chat answers only on pages of your own machine (localhost). Name your website before visitors come.',
  pagesOwnServer: 'Sessions that a server of yours hands out open on any page until then.',
  pageAdd: 'Your website',
  pageAddHint: 'Such as shop.example. *.shop.example means all names below it.',
  pageAddButton: 'Add',
  pageAdded: '{origin} was added.',
  pageMade: 'Of what you typed, {origin} was added: only the website counts, not the page.',
  pageThere: '{origin} is on the list already.',
  pageRemove: 'Remove',
  pageRemoveSure: 'Yes, refuse its pages',
  pageRemoved: '{origin} was removed.',
  noteWww: 'Do visitors reach it without www. too? Add {origin} as well.',
  noteBelow: 'The name itself isn’t among them. Add {origin} as well if it has pages.',
  notePlain: 'This is the address without encryption. Most websites are at {origin}.',
  faultEmpty: 'Write the address of your website.',
  faultStar: 'A star stands only in front of a whole name, as *.shop.example.',
  faultNone: 'This is no address of a website. Write it as shop.example.',
  refusedTitle: 'Refused pages',
  refusedText: 'These pages asked for the chat within 24 hours and aren’t on the list.',
  refusedTimes: { one: 'once', other: '{n} times' },
  refusedLast: 'last {when}',
  allow: 'Allow',
  allowed: '{origin} was allowed.',

  // Public id
  publicId: 'Public id',
  publicIdText: 'It stands in the tag and is no secret. Only pages of your websites can use it.',
  isOpen: 'The tag lets visitors in',
  isOpenHint: 'Switched off, the tag opens nothing on any page.',
  isShut: 'The tag is switched off: visitors read that the chat can’t be reached.',
  switchedOnNow: 'The tag lets visitors in.',
  switchedOffNow: 'The tag lets nobody in.',
  replaceId: 'Replace the public id',
  replaceIdSure: 'Yes, replace it: every page needs the new tag',
  replaceIdText:
    'For a tag that somebody misuses. The tags on your pages stop at once, and so does the link of the page for the chat.',
  idReplaced: 'The public id was replaced. Copy the new tag into every page.',

  // Limits
  limitsTitle: 'Limits of a day',
  limitsText:
    'What the tag may cost you from midnight to midnight (UTC). Sessions of your own server don’t count.',
  capSessions: 'Conversations',
  capMessages: 'Messages of visitors',
  capCredits: 'Credits',
  capMost: 'At most in a day',
  capHint: 'Empty: no limit.',
  capOf: '{today} of {cap} today',
  capFree: '{today} today, no limit',
  capPercent: '{percent} %',
  capNear: 'Almost used up',
  capReached: 'Used up',
  capWrong: 'Write a whole number, or nothing.',
  capWrongCredits: 'Write a number, or nothing.',
  alertNear: '{what}: {percent} % of today’s limit is used.',
  alertReachedSessions:
    'Today’s conversations are used up: nobody can begin one before midnight (UTC).',
  alertReachedMessages: 'Today’s messages are used up: none is taken before midnight (UTC).',
  alertReachedCredits: 'Today’s credits are used up: nothing is answered before midnight (UTC).',
  toLimits: 'To the limits',
  limitNear: 'Limit almost used up',
  limitReached: 'Limit used up',
  refusedAlert: {
    one: 'Pages of one website are refused.',
    other: 'Pages of {n} websites are refused.',
  },
  toPages: 'See which',

  // Signed-in visitors
  accountsTitle: 'Signed-in visitors',
  accountsText:
    'Without this, every visitor is a guest. If people sign in on your site, your server can say who they are: they find their conversation on each device, and the agent knows their name.',
  accountsSecret: '1. The secret',
  accountsSecretText: 'Your server signs with it. It never stands in a page.',
  hasSecret: 'There is a secret. It was shown when it was made.',
  hasNoSecret: 'There is no secret yet.',
  makeSecret: 'Make the secret',
  replaceSecret: 'Replace it',
  replaceSecretSure: 'Yes, the one of now stops at once',
  dropSecret: 'Drop it',
  dropSecretSure: 'Yes, everybody is a guest then',
  secretMade: 'The secret was made.',
  secretDropped: 'The secret was dropped.',
  secretOnce: 'Copy this secret now. It is shown only once.',
  accountsToken: '2. A token for each person',
  accountsTokenText:
    'Your server makes it when it writes the page of somebody who is signed in. It ends after 24 hours at most.',
  snippetLanguage: 'Language of your server',
  tokenCode: 'Example for {language}',
  copyExample: 'Copy the example',
  accountsTag: '3. Into the tag',
  accountsTagText:
    'Write the token into data-user-token in place of TOKEN. A page for somebody who isn’t signed in has none.',
  tokenTag: 'The tag for signed-in visitors',
  takesAlong: 'Take the guest’s conversation along',
  takesAlongHint: 'Who signs in goes on in the conversation that they began as a guest.',
  keysUrl: 'Address of your keys (JWKS)',
  keysUrlHint:
    'Instead of the secret, if an identity provider signs (ES256 or RS256). The token’s “aud” must be the public id: {id}',

  // Look
  lookTitle: 'Look and words',
  lookText: 'What you save here is on your pages at the next visit, without touching them.',
  lookWords: 'Words',
  lookButton: 'Colour, place and button',
  lookButtonText:
    'The button needs these at once, so they stand in the tag: copy it again after a change.',
  lookBehaviour: 'What the chat can do',
  lookLinks: 'Links',
  lookUnsaved: 'Not saved yet.',
  lookDiscard: 'Discard',
  lookTagWins: 'Attributes that somebody wrote into a page’s tag win over these.',

  // A page for the chat
  hostedTitle: 'A page for the chat alone',
  hostedText: 'For a link in a mail, a profile, or a QR code on the counter. It needs no website.',
  hasPage: 'The page is there for everybody who has the link',
  hostedOn: 'The page is there.',
  hostedOff: 'The page is gone.',
  hostedLink: 'Link',
  copyLink: 'Copy the link',
  qrCode: 'QR code of the page',
  qrSave: 'Save the QR code',
  mayBeFramed: 'It may be framed by the site’s pages',
  mayBeFramedHint: 'In an <iframe> on the websites that are named under “Tag and pages”.',
} as const;
