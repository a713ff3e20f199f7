// What mails to the people of the desk say, in the desk's languages.

export interface MailWords {
  waitingSubject(count: number): string;
  /** Above the list. */
  waiting(count: number): string;
  /** In a line: how long somebody waits. */
  minutes(count: number): string;
  more(count: number): string;
  why: string;
  digestSubject: { daily: string; weekly: string };
  conversations: string;
  withoutPerson: string;
  closed: string;
  waitingNow: string;
  liked: string;
  disliked: string;
  before: string;
  inviteSubject(by: string): string;
  invite(by: string): string;
  inviteEnds: string;
  testSubject: string;
  test: string;
}

const en: MailWords = {
  waitingSubject: (n) => (n === 1 ? 'A visitor is waiting' : `${n} visitors are waiting`),
  waiting: (n) =>
    n === 1 ? 'This visitor waits for an answer:' : 'These visitors wait for an answer:',
  minutes: (n) => (n === 1 ? 'for 1 minute' : `for ${n} minutes`),
  more: (n) => `And ${n} more.`,
  why: 'You get this mail because you asked for it at the desk. Change that:',
  digestSubject: { daily: 'Your chat yesterday', weekly: 'Your chat last week' },
  conversations: 'Conversations',
  withoutPerson: 'Answered without a person',
  closed: 'Closed',
  waitingNow: 'Waiting now',
  liked: 'Answers that visitors liked',
  disliked: 'Answers that visitors disliked',
  before: 'before',
  inviteSubject: (by) => `${by} invites you to the desk`,
  invite: (by) =>
    `${by} invites you to answer the visitors of the website. Choose your name and password here:`,
  inviteEnds: 'The link works once, within 7 days.',
  testSubject: 'Mail from your desk arrives',
  test: 'This is the trial mail that you asked for at the desk.',
};

const de: MailWords = {
  waitingSubject: (n) => (n === 1 ? 'Ein Besucher wartet' : `${n} Besucher warten`),
  waiting: (n) =>
    n === 1
      ? 'Dieser Besucher wartet auf eine Antwort:'
      : 'Diese Besucher warten auf eine Antwort:',
  minutes: (n) => (n === 1 ? 'seit 1 Minute' : `seit ${n} Minuten`),
  more: (n) => `Und ${n} weitere.`,
  why: 'Sie bekommen diese Mail, weil Sie sie am Pult gewählt haben. Ändern:',
  digestSubject: { daily: 'Ihr Chat gestern', weekly: 'Ihr Chat letzte Woche' },
  conversations: 'Gespräche',
  withoutPerson: 'Ohne Person beantwortet',
  closed: 'Abgeschlossen',
  waitingNow: 'Warten jetzt',
  liked: 'Antworten, die Besuchern gefielen',
  disliked: 'Antworten, die Besuchern nicht gefielen',
  before: 'davor',
  inviteSubject: (by) => `${by} lädt Sie ans Pult ein`,
  invite: (by) =>
    `${by} lädt Sie ein, Besuchern der Website zu antworten. Wählen Sie hier Namen und Passwort:`,
  inviteEnds: 'Der Link gilt einmal, 7 Tage lang.',
  testSubject: 'Mail von Ihrem Pult kommt an',
  test: 'Das ist die Probe-Mail, um die Sie am Pult gebeten haben.',
};

const es: MailWords = {
  waitingSubject: (n) => (n === 1 ? 'Un visitante espera' : `${n} visitantes esperan`),
  waiting: (n) =>
    n === 1 ? 'Este visitante espera una respuesta:' : 'Estos visitantes esperan una respuesta:',
  minutes: (n) => (n === 1 ? 'desde hace 1 minuto' : `desde hace ${n} minutos`),
  more: (n) => `Y ${n} más.`,
  why: 'Recibe este correo porque lo eligió en la mesa. Cambiarlo:',
  digestSubject: { daily: 'Su chat ayer', weekly: 'Su chat la semana pasada' },
  conversations: 'Conversaciones',
  withoutPerson: 'Respondidas sin una persona',
  closed: 'Cerradas',
  waitingNow: 'Esperan ahora',
  liked: 'Respuestas que gustaron',
  disliked: 'Respuestas que no gustaron',
  before: 'antes',
  inviteSubject: (by) => `${by} le invita a la mesa`,
  invite: (by) =>
    `${by} le invita a responder a los visitantes del sitio web. Elija aquí su nombre y contraseña:`,
  inviteEnds: 'El enlace funciona una vez, durante 7 días.',
  testSubject: 'El correo de su mesa llega',
  test: 'Este es el correo de prueba que pidió en la mesa.',
};

const fr: MailWords = {
  waitingSubject: (n) => (n === 1 ? 'Un visiteur attend' : `${n} visiteurs attendent`),
  waiting: (n) =>
    n === 1 ? 'Ce visiteur attend une réponse :' : 'Ces visiteurs attendent une réponse :',
  minutes: (n) => (n === 1 ? 'depuis 1 minute' : `depuis ${n} minutes`),
  more: (n) => `Et ${n} de plus.`,
  why: 'Vous recevez ce courriel parce que vous l’avez choisi au comptoir. Le changer :',
  digestSubject: { daily: 'Votre chat hier', weekly: 'Votre chat la semaine dernière' },
  conversations: 'Conversations',
  withoutPerson: 'Répondues sans une personne',
  closed: 'Closes',
  waitingNow: 'En attente maintenant',
  liked: 'Réponses appréciées',
  disliked: 'Réponses peu appréciées',
  before: 'avant',
  inviteSubject: (by) => `${by} vous invite au comptoir`,
  invite: (by) =>
    `${by} vous invite à répondre aux visiteurs du site. Choisissez ici votre nom et votre mot de passe :`,
  inviteEnds: 'Le lien fonctionne une fois, pendant 7 jours.',
  testSubject: 'Le courriel de votre comptoir arrive',
  test: 'Voici le courriel d’essai que vous avez demandé au comptoir.',
};

const pt: MailWords = {
  waitingSubject: (n) => (n === 1 ? 'Um visitante está à espera' : `${n} visitantes esperando`),
  waiting: (n) =>
    n === 1 ? 'Este visitante espera uma resposta:' : 'Estes visitantes esperam uma resposta:',
  minutes: (n) => (n === 1 ? 'há 1 minuto' : `há ${n} minutos`),
  more: (n) => `E mais ${n}.`,
  why: 'Você recebe este e-mail porque o escolheu no balcão. Mudar:',
  digestSubject: { daily: 'Seu chat ontem', weekly: 'Seu chat na semana passada' },
  conversations: 'Conversas',
  withoutPerson: 'Respondidas sem uma pessoa',
  closed: 'Encerradas',
  waitingNow: 'Esperando agora',
  liked: 'Respostas de que gostaram',
  disliked: 'Respostas de que não gostaram',
  before: 'antes',
  inviteSubject: (by) => `${by} convida você para o balcão`,
  invite: (by) =>
    `${by} convida você a responder aos visitantes do site. Escolha aqui seu nome e sua senha:`,
  inviteEnds: 'O link funciona uma vez, durante 7 dias.',
  testSubject: 'O e-mail do seu balcão chega',
  test: 'Este é o e-mail de teste que você pediu no balcão.',
};

const WORDS: Readonly<Record<string, MailWords>> = { en, de, es, fr, pt };

/** @param language as a person has set it; null: English */
export const mailWords = (language: string | null): MailWords =>
  WORDS[language?.split('-')[0] ?? 'en'] ?? en;
