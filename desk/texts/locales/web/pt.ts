// The texts of an agent's search of the web, in Portuguese.

import type { WebMessages } from '../../messages.ts';

const messages: WebMessages = {
  webSearch: 'Pesquisar na Web',
  webSearchHint:
    'O fornecedor pesquisa enquanto o modelo responde. O que uma pesquisa lá custa não consta aqui nos créditos.',
  webDomains: 'Sites em que pode pesquisar',
  webDomainsHint:
    'Um por linha, sem https://; inclui os subdomínios. Vazio: toda a Web. O modelo lê o que essas páginas dizem: indique sites em que confia.',
  webUses: 'Pesquisas por pedido',
  webUsesHint: 'Oito no máximo. Vazio: três.',
};

export default messages;
