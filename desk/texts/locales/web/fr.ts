// The texts of an agent's search of the web, in French.

import type { WebMessages } from '../../messages.ts';

const messages: WebMessages = {
  webSearch: 'Chercher sur le web',
  webSearchHint:
    'Son fournisseur cherche pendant que le modèle répond. Ce qu’une recherche y coûte ne figure pas ici dans les crédits.',
  webDomains: 'Sites où il peut chercher',
  webDomainsHint:
    'Un par ligne, sans https:// ; ses sous-domaines en font partie. Vide : tout le web. Son modèle lit ce que disent ces pages : nommez des sites de confiance.',
  webUses: 'Recherches par requête',
  webUsesHint: 'Huit au plus. Vide : trois.',
};

export default messages;
