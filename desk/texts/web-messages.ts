// The texts of an agent's search of the web, in English.

export const webEnglish = {
  webSearch: 'Search the web',
  webSearchHint:
    'Its provider searches while the model answers. What a search costs there stands in no credits here.',
  webDomains: 'Sites that it may search',
  webDomainsHint:
    'One a line, without https://; subdomains belong to it. Empty: the whole web. Its model reads what these pages say, so name sites that you trust.',
  webUses: 'Searches of one request',
  webUsesHint: 'Eight at most. Empty: three.',
} as const;
