// The texts of an agent's search of the web, in Spanish.

import type { WebMessages } from '../../messages.ts';

const messages: WebMessages = {
  webSearch: 'Buscar en la web',
  webSearchHint:
    'Su proveedor busca mientras el modelo responde. Lo que cuesta allí una búsqueda no figura aquí en los créditos.',
  webDomains: 'Sitios en los que puede buscar',
  webDomainsHint:
    'Uno por línea, sin https://; incluye sus subdominios. Vacío: toda la web. Su modelo lee lo que dicen esas páginas: indique sitios de confianza.',
  webUses: 'Búsquedas por petición',
  webUsesHint: 'Ocho como máximo. Vacío: tres.',
};

export default messages;
