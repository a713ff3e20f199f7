// The texts of mail, notices, opening hours and what is known of a visitor, in French.

import type { Messages } from '../../messages.ts';
import type { personEnglish } from '../../person-messages.ts';

const messages: Pick<Messages, keyof typeof personEnglish> = {
  mail: 'Courriel',
  mailNotSet:
    'Cette passerelle n’envoie pas de courriel. Son exploitant définit BELLHOP_SMTP_URL et BELLHOP_MAIL_FROM.',
  ownEmail: 'Votre adresse e-mail',
  ownEmailHint: 'Les courriels viennent de {from}. Vide : vous n’en recevez aucun.',
  mailAfter: 'Courriel quand un visiteur attend plus de',
  mailAfterHint: 'Pour les conversations de personne et les vôtres. Pas pendant vos heures calmes.',
  never: 'Jamais',
  digest: 'Résumé',
  digestHint: 'Ce qui s’est passé dans les conversations que vous voyez. Le matin à 8 h.',
  digestOff: 'Aucun',
  digestDaily: 'Chaque jour',
  digestWeekly: 'Chaque lundi',
  mailTry: 'M’envoyer un courriel d’essai',
  mailTried: 'Envoyé à {to}.',
  inviteMailed: 'Il est parti par courriel.',
  push: 'Notifications sur cet appareil',
  pushText:
    'Vous signale les visiteurs qui attendent, même comptoir fermé. Pas pendant vos heures calmes.',
  pushRefused:
    'Ce navigateur refuse les notifications du comptoir. Autorisez-les dans ses réglages pour cette page.',
  pushOn: 'Activer',
  pushOff: 'Désactiver ici',
  partHours: 'Horaires',
  hoursTitle: 'Quand votre équipe est là',
  hoursText:
    'En dehors, si personne n’est au comptoir, le visiteur qui veut une personne, ou qui lui écrit, apprend quand quelqu’un revient, et une adresse e-mail lui est demandée. La réponse de l’équipe y est aussi envoyée.',
  hoursNoMail:
    'Cette passerelle n’envoie pas encore de courriel : l’adresse est dans les détails de la conversation.',
  hoursNobody: 'Personne',
  hoursHint: 'Comme 9:00-12:30, 13:30-17:00. Vide : personne n’est là.',
  timeZone: 'Fuseau horaire',
  timeZoneHint: 'Comme Europe/Paris.',
  timeZoneWrong:
    '« {zone} » n’est pas un fuseau horaire. Choisissez-en un dans la liste, comme {like}.',
  hoursUnread: 'Non enregistré. Illisible : {fields}.',
  holidays: 'Jours fermés',
  holidaysHint: 'Une date par ligne, comme 2026-12-24.',
  hoursNone: 'Ne pas indiquer d’horaires',
  contactEmail: 'Veut une réponse à',
  withoutPerson: 'Répondues sans une personne',
  firstPerson: 'Attente d’une personne',
  helpfulShare: 'Réponses utiles',
  spent: 'Dépensé',
  timeBefore: 'avant {value}',
  byPerson: 'Par personne',
  messagesSent: 'Messages',
  busyHours: 'Quand les visiteurs écrivent',
  busyText: 'Selon votre horloge',
  chart: 'Graphique',
  visitorKnown: 'Le visiteur',
  browser: 'Navigateur',
  country: 'Pays',
  otherTalks: 'Autres conversations',
  keepsDevices: 'Montrer navigateur, langue et pays',
  keepsDevicesHint:
    'Conservé avec chaque conversation et montré à côté. Le désactiver efface ce qui a été conservé.',
};

export default messages;
