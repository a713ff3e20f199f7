// Whether words ask for what nobody may be asked for in a chat: passwords, codes, keys, card and bank numbers. A list by language,
// since a card is refused before anybody sees it; what is typed is looked at besides. It follows the fields that HTML names
// (`autocomplete`: current-password, one-time-code, cc-number, cc-csc, cc-exp) and the words by which browsers that fill in forms
// (Chromium's and Firefox's) and scanners for leaks (Microsoft Purview's keywords) know them, where these have the language.

import { hasMixedWord, plainly, readings } from './readings.ts';

/** Between "|". A blank stands for anything or nothing between two words; each begins where a word does. */
const PHRASES: readonly string[] = [
  // English
  'passw|pass word|pass phrase|passcode|pass code|passkey|pass key|pwd|pswd|pin code|pin num|secret word|secret question|secret answer|secret number|secret phrase|secret key|private key|api key|seed phrase|recovery phrase|recovery key|recovery word|mnemonic|maiden name|social security|credit card|debit card|bank card|bank account|routing number|sort code|iban|access token|auth token|bearer token|session token|cryptogram|passwrd|pasword|credential|login details|login data|authenticator|security digits|security question|number on the card|number on your card|number on my card|visa number|mastercard number|amex number|american express number|maestro number|recovery seed|wallet seed|seed words|12 word phrase|24 word phrase|verification num|verification digits|digits on the front',
  // German
  'passwort|passwoert|kennwort|losungswort|geheimzahl|geheimnummer|geheimcode|zugangscode|zugangsdaten|sicherheitscode|sicherheitsnummer|bestatigungscode|verifizierungscode|einmalcode|einmalpasswort|anmeldecode|freischaltcode|kartennummer|karten nummer|karten nr|kreditkart|prufziffer|pruefziffer|kartenpruf|prufnummer|pruefnummer|kontonummer|pin nummer|sms code|geheimwort|sicherheitsfrage|madchenname|ablaufdatum der karte|ablaufdatum der kreditkarte|stelliger code|stellige nummer auf der ruckseite|nummer auf der karte|nummer der karte|nummer ihrer karte|nummer deiner karte|konto nr',
  // French
  'mot de passe|mdp|code secret|code confidentiel|code de securite|code de verification|code de validation|code de confirmation|code a usage unique|code recu|code sms|code par sms|numero de carte|numero de la carte|numero de votre carte|no de carte|n de carte|carte bancaire|carte de credit|carte bleue|cryptogramme|identifiants de connexion|vos identifiants|question secrete|nom de jeune fille|code que nous|numero de ma carte|date d expiration de la carte|numero de compte|no de compte|n de compte|code d acces|code d authentification|code du texto|mot d passe|chiffres au dos',
  // Spanish
  'contrasena|codigo de seguridad|codigo de verificacion|codigo de confirmacion|codigo de acceso|codigo secreto|codigo sms|numero de tarjeta|numero de la tarjeta|numero de su tarjeta|tarjeta de credito|tarjeta de debito|tarjeta bancaria|pregunta secreta|pregunta de seguridad|palabra secreta|codigo que recib|codigo que te|codigo que le|codigo recibido|codigo de un solo uso|no tarjeta|no de tarjeta|n tarjeta|contra sena|numero de cuenta|no de cuenta|datos de acceso|digitos del reverso|credencia',
  // Portuguese
  'senha|palavra passe|palavra chave|codigo de seguranca|codigo de verificacao|codigo de confirmacao|codigo de acesso|codigo secreto|numero do cartao|numero do seu cartao|numero de cartao|cartao de credito|cartao de debito|pergunta secreta|palavra secreta|codigo que recebe|codigo que envi|codigo recebido|no do cartao|n do cartao|numero da conta|numero de conta|no da conta|chave de acesso',
  // Italian
  'parola|codice di sicurezza|codice di verifica|codice di conferma|codice segreto|codice monouso|codice sms|codice di accesso|numero della carta|numero di carta|numero della tua carta|carta di credito|carta di debito|domanda segreta|domanda di sicurezza|codice che|codice ricevuto|codice inviato|parola segreta|nome da nubile|numero del conto|numero di conto|numero conto|credenzial|cifre sul retro',
  // Romanian
  'cod de securitate|cod de verificare|codul de verificare|codul de securitate|cod secret|numarul card|numar de card|numar card|card de credit|card bancar|numarul contului|numar de cont|numar cont|date de conectare|date de autentificare',
  // Dutch
  'wachtwoord|pincode|beveiligingscode|verificatiecode|bevestigingscode|toegangscode|eenmalige code|inlogcode|kaartnummer|creditcard|rekeningnummer|bankrekening|inloggegevens',
  // Swedish
  'losenord|kortnummer|kreditkort|sakerhetskod|verifieringskod|engangskod|pinkod|pin kod|bankid kod|bankkod|bank id kod|inloggningsuppgift',
  // Danish
  'adgangskode|kodeord|kortnummer|kreditkort|sikkerhedskode|bekraeftelseskode|bekræftelseskode|engangskode|pinkode|pin kode|mitid kode|mit id kode|nemid|loginoplysning',
  // Norwegian
  'passord|kortnummer|kredittkort|sikkerhetskode|bekreftelseskode|engangskode|pinkode|bankid kode|kode fra sms|innloggingsdetalj',
  // Finnish
  'salasana|kortin numero|korttinumero|luottokort|turvakoodi|vahvistuskoodi|kertakayttokoodi|tunnusluku|pin koodi|tekstiviestikood|verkkopankkitunnu|tilinumero|kirjautumistied',
  // Polish
  'haslo|kod pin|kod weryfikacyjny|kod bezpieczenstwa|kod potwierdzajacy|kod sms|kod jednorazowy|numer karty|karty kredytowej|nr karty|nr karta|kod do banku|kod blik|blik|pytanie pomocnicze|nazwisko panienskie|numer konta|numer rachunku|nr konta|nr rachunku|dane logowania',
  // Czech
  'heslo|cislo karty|kreditni kart|platebni kart|overovaci kod|bezpecnostni kod|potvrzovaci kod|kod pin|c karty|jednorazovy kod|cislo uctu|prihlasovaci udaj',
  // Hungarian
  'jelszo|jelszav|kartyaszam|hitelkarty|bankkarty|biztonsagi kod|ellenorzo kod|megerosito kod|pin kod|kartya szam|kartyad szam|kartyajanak szam|egyszeri kod|szamlaszam|bejelentkezesi adat|belepesi adat',
  // Russian
  'парол|пин код|код из смс|код из sms|смс код|код подтверждения|код безопасности|код доступа|проверочный код|одноразовый код|кодовое слово|секретное слово|секретный вопрос|номер карты|номер вашей карты|номер банковской карты|кредитной карт|кредитная карт|банковской карт|секретный код|секретный ответ|трехзначный код|трехзначный код|код на обороте|код с оборот|no карты|номер на карте|девичья фамилия|номер счета|данные для входа|цифры на обороте|цифр карты|цифры карты',
  // Ukrainian
  'парол|пін код|код із смс|код підтвердження|код безпеки|код доступу|одноразовий код|номер картк|номер карти|кредитної картк|банківської картк|секретне слово|секретний код|тризначний код|no картк|no карти|дівоче прізвище|номер рахунку|дані для входу|цифри на звороті',
  // Bulgarian
  'парола|код за сигурност|код за потвърждение|номер на карта|номер на сметка|данни за вход',
  // Greek
  'κωδικος προσβασης|κωδικος ασφαλειας|κωδικος επαληθευσης|κωδικος μιας χρησης|μυστικος κωδικος|κωδικος pin|συνθηματικ|αριθμος καρτας|αριθμος της καρτας|πιστωτικ|αριθμος λογαριασμου|κωδικος εισοδου|στοιχεια συνδεσης',
  // Turkish
  'sifre|kart numara|kredi kart|guvenlik kodu|dogrulama kodu|onay kodu|tek kullanimlik|kart no|kartin no|gizli soru|tek seferlik|hesap numara|giris bilgi|kartin arkasindaki',
  // Indonesian
  'kata sandi|kata laluan|nomor kartu|kartu kredit|kode verifikasi|kode keamanan|kode otp|kode rahasia|no kartu|kode sekali pakai|nama gadis ibu|nomor rekening|no rekening|data login|detail login',
  // Vietnamese
  'mat khau|so the|the tin dung|ma xac minh|ma xac nhan|ma xac thuc|ma otp|ma bao mat|ma pin|ma dung mot lan|ma gui qua sms|so tai khoan|thong tin dang nhap',
];

/** Whole words that are part of others: "pin" of "shipping". */
const ALONE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])(?:pins?|пин|пін|гасл[аоу]|has(?:la|le|lem)|hes(?:la|le|lem|lu)|claves?|secret|mdp|2 ?fa|mfa|cvv ?2?|cvc ?2?|cvn ?2?|csc|otp|totp|ssn|cc ?(?:no|nr|num|number))(?![\p{Script=Latin}\p{Script=Cyrillic}\p{N}])/u;

/** What comes with "code", "card" and digits in English; words of the text that is looked at are parted by blanks here. */
const CODES = [
  '(?:security|verif[a-z]*|validation|auth[a-z]*|log ?[io]n|sign ?[io]n|(?:one|1) ?time|single ?use|(?:two|2) ?(?:factor|step)|2 ?fa|mfa|sms|text(?:ed)?(?: message)?|backup|recovery|reset|unlock|access|secret|pin|confirmation|card|bank|digit) ?(?:pass ?)?codes?',
  'codes? (?:we|you|from|that|in|on|sent) .{0,40}(?:text|sms|sent|send|mail|message|app|phone|screen)',
  '(?:three|four|last|3|4) ?digits? .{0,30}(?:back|card)|digits? on the back',
  'card ?(?:s )?(?:num[a-z]*|nos?|nr|pan|digits|verif[a-z]*|security|expir[a-z]*|identification)(?![a-z])',
  'expir[a-z]* .{0,20}card',
  'number of (?:the |your |my )?card(?!s)',
  '(?:bank|acc(?:oun)?t) ?(?:s )?(?:num[a-z]*|nos?|nr)(?![a-z])',
].join('|');

/** Scripts that put no blank between words, or a particle before them: wherever they stand. */
const ANYWHERE =
  '支付密|驗証碼|גב הכרטיס|گذر واژه|رمز یکبار|رمز سري|رقم سري|كلمتك السرية|كلمة مرور|كود التحقق|رمز الدخول|پسورد|باسوورد|باسورد|หลังบัตร|พาสเวิร์ด|문자로 받은|인증|핀번호|핀 번호|패스워드|비번|認証|暗証|ピンコード|パスワ|رمز عبور|رمز دوم|گذرواژه|کلمه عبور|کد تایید|کد تأیید|کد امنیتی|شماره کارت|شماره كارت|کارت اعتباری|كلمة المرور|كلمة السر|الرقم السري|الرمز السري|كلمة سر|رمز التحقق|رمز التأكيد|رمز الأمان|رقم البطاقة|رقم بطاقت|بطاقة الائتمان|بطاقة ائتمان|סיסמה|סיסמא|סיסמת|קוד אימות|קוד סודי|קוד אבטחה|קוד חד פעמי|מספר כרטיס|מספר הכרטיס|כרטיס אשראי|पासवर्ड|कूटशब्द|ओटीपी|सत्यापन कोड|सुरक्षा कोड|कार्ड नंबर|कार्ड संख्या|क्रेडिट कार्ड|पिन नंबर|รหัสผ่าน|รหัสลับ|รหัสยืนยัน|รหัสความปลอดภัย|รหัส otp|รหัส pin|หมายเลขบัตร|เลขบัตร|บัตรเครดิต|บัตรเดบิต|パスワード|パスコード|パスフレーズ|暗証番号|暗号|合言葉|秘密の質問|認証コード|認証番号|確認コード|セキュリティコード|セキュリティ番号|ワンタイム|カード番号|クレジットカード|비밀번호|비밀 번호|암호|인증번호|인증 번호|인증 코드|확인 코드|보안 코드|카드 번호|카드번호|신용카드|체크카드|密码|密碼|口令|验证码|驗證碼|认证码|校验码|動態碼|动态码|安全码|安全碼|卡号|卡號|信用卡|银行卡|借记卡|私钥|助记词|口座番号|계좌번호|계좌 번호|银行账号|银行帐号|銀行帳號|銀行賬號|رقم الحساب|شماره حساب|رمز پویا|מספר חשבון|เลขบัญชี|เลขที่บัญชี|खाता संख्या|खाता नंबर|ログイン情報|로그인 정보|登录信息|登錄信息|登入資訊|裏面の3|背面の3|背面3位|背面三位|ぱすわーど';

/** What is said of things that are no secret; taken out before the rest is looked at. */
const HARMLESS =
  /palabras? claves?|(?:credit|debit)? ?card (?:holders?|wallets?|cases?|sleeves?|readers?|slots?)(?! (?:no|num))|password (?:managers?|books?|notebooks?|keepers?)|(?:hair|safety|lapel|bowling|enamel|drawing|push|clothes|rolling|tie) ?pins?|pins? (?:badges?|colou?rs?|designs?|styles?|heels?|boards?|stripes?|wheels?)|claves? de (?:sol|fa|do)|secret (?:santa|garden|recipe|location)|(?:booking|order|reservation|flight|hotel) confirmation|(?:boarding|season|ski|day|bus|rail|travel|guest|museum) ?pass(?:es)?(?= )|verified/gu;

/** A short message and a word for "code", in any order and language: the one that signs in. */
const MESSAGE = /(?<![\p{Script=Latin}\p{N}])(?:sms|otp)(?![\p{Script=Latin}\p{N}])/u;
const CODE_WORDS = 'code|kod|kood|cod|codul|codigo|codice|код|κωδικ';
const CODE_ANYWHERE = 'קוד|رمز|كود|کد|รหัส|コード|番号|码|碼|번호|코드';

/** One that is written in capitals alone: "tan" is a colour. */
const TAN =
  /(?:^|[^\p{L}])(?:sms|push|photo|foto|chip|m|i)?-?TAN(?:[- ]?(?:Nummer|Code))?(?:[^\p{L}]|$)/u;

/** @param gap what may stand between two words of a phrase */
const patternOf = (phrases: string, gap: string): string =>
  phrases
    .split('|')
    .map((phrase) =>
      plainly(phrase)
        .split(/[^\p{L}\p{N}]+/u)
        .join(gap),
    )
    .join('|');

const all = PHRASES.join('|');
const BEGINNING = new RegExp(
  `(?<![\\p{L}])(?:${patternOf(all, '[^\\p{L}\\p{N}]*')}|${CODES})`,
  'u',
);
/** Long enough to be no part of other words when nothing stands between letters. */
const LONG = patternOf(all, '')
  .split('|')
  .filter((phrase) => phrase.length > 8 || phrase === 'password');
const SQUEEZED = new RegExp(
  [...LONG, patternOf(ANYWHERE, ''), 'password|cardnumber|pinnumber'].join('|'),
  'u',
);

const CODE = new RegExp(
  `(?<![\\p{L}])(?:${patternOf(CODE_WORDS, '')})|${patternOf(CODE_ANYWHERE, '')}`,
  'u',
);

/** More than the texts of any card have (their schema): what reads them takes its time for longer ones. */
const MAX_CHARS = 1_500;

export function asksForSecret(given: string): boolean {
  // Names of fields: "cardNumber", "pinCode2".
  const words = given.slice(0, MAX_CHARS).replace(/([a-z])([A-Z])/g, '$1 $2');
  const isShouted = words.toUpperCase() === words && /\p{L} \p{L}/u.test(words);
  if (hasMixedWord(words) || (TAN.test(words) && !isShouted)) return true;
  return readings(words).some((reading) => {
    const parted = reading
      .replace(/[#№]/g, ' number ')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .replace(HARMLESS, ' ');
    return (
      (MESSAGE.test(parted) && CODE.test(parted)) ||
      BEGINNING.test(parted) ||
      ALONE.test(parted) ||
      SQUEEZED.test(parted.replaceAll(' ', ''))
    );
  });
}
