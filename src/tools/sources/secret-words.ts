// Whether words ask for what nobody may be asked for in a chat: passwords, codes and card numbers, in the languages of
// the widget. A list of words, since a form is refused before anybody sees it; what is typed is looked at besides.

/** At the beginning of a word: "password", "Passwort:", "hasło". */
const BEGINNING =
  /(?:^|[^\p{L}])(?:passw|passcode|passphrase|kennwort|geheimzahl|contrasena|wachtwoord|парол|haslo|sifre|parola|losenord|adgangskode|kodeord|passord|salasana|heslo|jelszo|סיסמ|гесл)/u;

/** A word of its own: "pin" is no part of "shipping". */
const ALONE = /(?:^|[^\p{L}\p{N}])(?:pin|pins|cvv2?|cvc2?|otp|senha|clave)(?:$|[^\p{L}\p{N}])/u;

/** Long enough to be found with everything between letters taken out: "Card-Number", "mot de passe", "パスワード". */
const ANYWHERE = new RegExp(
  [
    'password|passwort|motdepasse|palavrapasse|رمزعبور|گذرواژه|كلمةالمرور|كلمةالسر|密码|密碼|口令|パスワード|暗証番号|비밀번호|katasandi|matkhau|κωδικοςπροσ|รหัสผาน',
    'cardnumber|creditcard|debitcard|securitycode|verificationcode|onetimecode|kartennummer|kreditkart|prufziffer|pruefziffer|numerodecarte|cartebancaire|cartedecredit|numerodetarjeta|tarjetadecredito|tarjetadedebito|numerodocartao|cartaodecredito|cartaodedebito|numerodellacarta|numerodicarta|cartadicredito|kaartnummer|номеркарт|кредитнойкарт|кредитнаякарт|банковскойкарт|numerkarty|kartykredytowej|شمارهكارت|شمارهکارت|رقمالبطاقة|بطاقةالائتمان|卡号|卡號|信用卡|カード番号|카드번호|신용카드|kartnumara|kredikart|nomorkartu|kartukredit|thetindung|sothetin|kortnummer|kreditkort|kortinnumero|luottokort|cislokarty|kreditnikart|kartyaszam|hitelkarty|numarulcard|carddecredit|αριθμοςκαρτας|πιστωτικ|כרטיסאשראי|מספרכרטיס|หมายเลขบตร|บตรเครดต',
  ]
    .join('|')
    .normalize('NFKD')
    .replace(/\p{M}/gu, ''),
  'u',
);

export function asksForSecret(words: string): boolean {
  const bare = words
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('ş', 's')
    .replaceAll('_', ' ');
  return (
    BEGINNING.test(bare) || ALONE.test(bare) || ANYWHERE.test(bare.replace(/[^\p{L}\p{N}]+/gu, ''))
  );
}
