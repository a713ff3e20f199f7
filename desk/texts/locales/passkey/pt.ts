// The texts of passkeys in Portuguese.

import type { Messages } from '../../messages.ts';
import type { passkeyEnglish } from '../../passkey-messages.ts';

const messages: Pick<Messages, keyof typeof passkeyEnglish> = {
  passkeys: 'Chaves de acesso',
  passkeysText:
    'Entre com o dedo, o rosto ou o PIN de um dispositivo: nenhuma senha para digitar, nenhuma para roubar.',
  passkeyName: 'Nome da chave de acesso',
  passkeyNameHint: 'Como “Meu telefone”. Para saber depois qual é.',
  passkeyAdd: 'Adicionar uma chave de acesso',
  passkeyAdded: 'Adicionada.',
  passkeyNotAdded: 'Nenhuma foi adicionada.',
  passkeySince: 'Adicionada {when}',
  passkeyUsed: 'Usada {when}',
  passkeyUnused: 'Ainda não usada',
  passkeyRemove: 'Remover',
  passkeyRemoveSure: 'Sim, remover',
  passkeySignIn: 'Entrar com uma chave de acesso',
  passkeyNotUsed: 'Nenhuma chave de acesso foi usada. Tente de novo ou entre de outra forma.',
  passkeyWrong: 'Esta chave de acesso não entra aqui (ou não entra mais). Entre de outra forma.',
};

export default messages;
