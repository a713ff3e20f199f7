// The texts of mail, notices, opening hours and what is known of a visitor, in Portuguese.

import type { Messages } from '../../messages.ts';
import type { personEnglish } from '../../person-messages.ts';

const messages: Pick<Messages, keyof typeof personEnglish> = {
  mail: 'E-mail',
  mailNotSet:
    'Este gateway não envia e-mails. O operador define BELLHOP_SMTP_URL e BELLHOP_MAIL_FROM.',
  ownEmail: 'Seu endereço de e-mail',
  ownEmailHint: 'Os e-mails vêm de {from}. Vazio: você não recebe nenhum.',
  mailAfter: 'E-mail quando um visitante espera mais de',
  mailAfterHint: 'Para conversas de ninguém e as suas. Não nas suas horas de silêncio.',
  never: 'Nunca',
  digest: 'Resumo',
  digestHint: 'O que aconteceu nas conversas que você vê. De manhã às 8.',
  digestOff: 'Nenhum',
  digestDaily: 'Todos os dias',
  digestWeekly: 'Toda segunda-feira',
  mailTry: 'Enviar-me um e-mail de teste',
  mailTried: 'Enviado para {to}.',
  inviteMailed: 'Está a caminho por e-mail.',
  push: 'Avisos neste dispositivo',
  pushText:
    'Avisa sobre visitantes que esperam, também com o balcão fechado. Não nas suas horas de silêncio.',
  pushRefused:
    'Este navegador recusa avisos do balcão. Permita-os nas configurações para esta página.',
  pushOn: 'Ativar',
  pushOff: 'Desativar aqui',
  partHours: 'Horário',
  hoursTitle: 'Quando sua equipe está',
  hoursText:
    'Fora dele, se ninguém está no balcão, quem quer uma pessoa, ou escreve a uma, fica sabendo quando alguém volta, e recebe um pedido de endereço de e-mail. A resposta da equipe também vai para lá.',
  hoursNoMail: 'Este gateway ainda não envia e-mails: o endereço está nos detalhes da conversa.',
  hoursNobody: 'Ninguém',
  hoursHint: 'Como 9:00-12:30, 13:30-17:00. Vazio: ninguém está.',
  timeZone: 'Fuso horário',
  timeZoneHint: 'Como America/Sao_Paulo.',
  timeZoneWrong: '“{zone}” não é um fuso horário. Escolha um da lista, como {like}.',
  hoursUnread: 'Não foi salvo. Não dá para ler: {fields}.',
  holidays: 'Dias de folga',
  holidaysHint: 'Uma data por linha, como 2026-12-24.',
  hoursNone: 'Não informar horário',
  contactEmail: 'Quer resposta em',
  withoutPerson: 'Respondidas sem uma pessoa',
  firstPerson: 'Espera por uma pessoa',
  helpfulShare: 'Respostas úteis',
  spent: 'Gasto',
  timeBefore: 'antes {value}',
  byPerson: 'Por pessoa',
  messagesSent: 'Mensagens',
  busyHours: 'Quando os visitantes escrevem',
  busyText: 'Pelo seu relógio',
  chart: 'Gráfico',
  visitorKnown: 'O visitante',
  browser: 'Navegador',
  country: 'País',
  otherTalks: 'Outras conversas',
  keepsDevices: 'Mostrar navegador, idioma e país',
  keepsDevicesHint:
    'Guardado com cada conversa e mostrado ao lado. Desativar apaga o que foi guardado.',
};

export default messages;
