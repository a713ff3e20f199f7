// The texts by which colleagues see each other and share out the work, in French.

import type { SharingMessages } from '../../messages.ts';

const messages: SharingMessages = {
  isReading: '{name} lit',
  isAnswering: '{name} répond',
  sendAnyway: 'Envoyer quand même',
  answersToo: '{name} est en train de répondre. Envoyer quand même ?',
  unfilledToo: '{field} n’a pas de valeur ici. Envoyer quand même ?',
  strangerToo: '{name} n’est personne ici et n’appelle personne. Ajouter la note quand même ?',
  answersNow: '{name} est en train de répondre. Prendre la relève quand même ?',
  hereNow: 'Présent',
  awayNow: 'Absent',
  sayAway: 'signaler votre absence',
  sayHere: 'signaler votre retour',
  awayTitle: 'Présent ou absent',
  awayHint:
    'Tant que vous êtes absent, aucune règle ne vous attribue de conversation. Vos heures calmes vous marquent absent, puis de nouveau présent, tant que votre comptoir est ouvert.',
  partRules: 'Attribution',
  rulesText:
    'Quand un visiteur veut une personne, la première règle qui convient attribue la conversation, une seule fois. Les absents n’en reçoivent pas.',
  noRules: 'Pas encore de règles : qui est là prend qui attend.',
  ruleAnybody: 'Toute conversation',
  ruleTurnAll: 'à tour de rôle, à tous les présents',
  ruleTurn: 'à tour de rôle : {names}',
  ruleTurnSome: 'à tour de rôle, à certains d’entre nous',
  ruleTo: 'À qui',
  ruleWho: 'Parmi qui',
  ruleLanguage: 'Langue du navigateur',
  ruleGone: '{id} (n’existe plus)',
  newRule: 'Nouvelle règle',
  addRule: 'Ajouter la règle',
  removeRule: 'Supprimer la règle',
  ruleUp: 'Monter',
  ruleDown: 'Descendre',
  attachFile: 'Joindre des fichiers',
  removeFile: 'Retirer {name}',
  fileRefused:
    '{name} est trop volumineux ou illisible. 700 Ko au plus en tout ; les images sont réduites.',
  saveFile: 'Enregistrer',
  palette: 'Aller à',
  paletteHint: 'Conversation, personne, agent, document, page…',
  theirConversations: 'conversations',
  keyPalette: 'Aller à une conversation, une personne, une page…',
  paletteDocuments: 'Documents',
  tagName: 'Nom de l’étiquette',
  editTags: 'Modifier les étiquettes',
  removeTag: 'Supprimer cette étiquette',
  removeTagSure: 'La supprimer partout',
  editView: 'Modifier cette vue',
};
export default messages;
