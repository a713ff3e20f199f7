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
};

export default messages;
