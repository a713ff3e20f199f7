// The texts of an agent's search of the web, in German.

import type { WebMessages } from '../../messages.ts';

const messages: WebMessages = {
  webSearch: 'Im Web suchen',
  webSearchHint:
    'Sein Anbieter sucht, während das Modell antwortet. Was eine Suche dort kostet, steht hier in keinen Credits.',
  webDomains: 'Websites, in denen er suchen darf',
  webDomainsHint:
    'Je Zeile eine, ohne https://; Subdomains gehören dazu. Leer: das ganze Web. Sein Modell liest, was dort steht: Nennen Sie Websites, denen Sie vertrauen.',
  webUses: 'Suchen einer Anfrage',
  webUsesHint: 'Höchstens acht. Leer: drei.',
};

export default messages;
