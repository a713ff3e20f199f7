// The texts of mail, notices, opening hours and what is known of a visitor, in Spanish.

import type { Messages } from '../../messages.ts';
import type { personEnglish } from '../../person-messages.ts';

const messages: Pick<Messages, keyof typeof personEnglish> = {
  mail: 'Correo',
  mailNotSet:
    'Esta pasarela no envía correo. Su operador define BELLHOP_SMTP_URL y BELLHOP_MAIL_FROM.',
  ownEmail: 'Su dirección de correo',
  ownEmailHint: 'Los correos vienen de {from}. Vacío: no recibe ninguno.',
  mailAfter: 'Correo si un visitante espera más de',
  mailAfterHint: 'Para conversaciones de nadie y las suyas. No en sus horas de silencio.',
  never: 'Nunca',
  digest: 'Resumen',
  digestHint: 'Qué pasó en las conversaciones que usted ve. Por la mañana a las 8.',
  digestOff: 'Ninguno',
  digestDaily: 'Cada día',
  digestWeekly: 'Cada lunes',
  mailTry: 'Enviarme un correo de prueba',
  mailTried: 'Enviado a {to}.',
  inviteMailed: 'Va en camino por correo.',
  push: 'Avisos en este dispositivo',
  pushText:
    'Le avisa de visitantes que esperan, también con la mesa cerrada. No en sus horas de silencio.',
  pushRefused:
    'Este navegador rechaza los avisos de la mesa. Permítalos en su configuración para esta página.',
  pushOn: 'Activar',
  pushOff: 'Desactivar aquí',
  partHours: 'Horario',
  hoursTitle: 'Cuándo está su equipo',
  hoursText:
    'Fuera de ese horario, si nadie está en la mesa, quien quiere una persona o escribe a una sabe cuándo vuelve alguien, y se le pide una dirección de correo. La respuesta del equipo también va allí.',
  hoursNoMail:
    'Esta pasarela aún no envía correo: la dirección está en los detalles de la conversación.',
  hoursNobody: 'Nadie',
  hoursHint: 'Como 9:00-12:30, 13:30-17:00. Vacío: no hay nadie.',
  timeZone: 'Zona horaria',
  timeZoneHint: 'Como Europe/Madrid.',
  timeZoneWrong: '«{zone}» no es una zona horaria. Elija una de la lista, como {like}.',
  hoursUnread: 'No se ha guardado. No se puede leer: {fields}.',
  holidays: 'Días libres',
  holidaysHint: 'Una fecha por línea, como 2026-12-24.',
  hoursNone: 'No indicar horario',
  contactEmail: 'Quiere respuesta en',
  withoutPerson: 'Respondidas sin una persona',
  firstPerson: 'Espera de una persona',
  helpfulShare: 'Respuestas útiles',
  spent: 'Gastado',
  timeBefore: 'antes {value}',
  byPerson: 'Por persona',
  messagesSent: 'Mensajes',
  busyHours: 'Cuándo escriben los visitantes',
  busyText: 'Según su reloj',
  chart: 'Gráfico',
  visitorKnown: 'El visitante',
  browser: 'Navegador',
  country: 'País',
  otherTalks: 'Otras conversaciones',
  keepsDevices: 'Mostrar navegador, idioma y país',
  keepsDevicesHint:
    'Se guarda con cada conversación y se muestra a su lado. Desactivarlo borra lo guardado.',
};

export default messages;
