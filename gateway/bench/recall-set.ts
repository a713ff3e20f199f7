// A shop's help in five languages, and of each page one question as a visitor would put it: in other words than the page's.

export interface RecallPage {
  id: string;
  title: string;
  text: string;
  question: string;
}

const page = (id: string, title: string, text: string, question: string): RecallPage => ({
  id,
  title,
  text,
  question,
});

export const RECALL_SET: Readonly<Record<string, readonly RecallPage[]>> = {
  en: [
    page(
      'delivery',
      'Delivery',
      'We hand parcels to the carrier within one working day. They arrive after two to four days.',
      'How long until my order is here?',
    ),
    page(
      'costs',
      'Shipping costs',
      'Shipping is 4.90 euros and free for orders of 60 euros or more.',
      'What do I pay for postage?',
    ),
    page(
      'returns',
      'Returns',
      'You may send goods back within 30 days, unused and in their box. We refund the price.',
      'I don’t like the mug. Can I give it back and get my money?',
    ),
    page(
      'warranty',
      'Warranty',
      'Electric kettles have a guarantee of two years. Breakage by a fall is not covered.',
      'My kettle stopped working after a year. Who fixes it?',
    ),
    page(
      'payment',
      'Payment',
      'We take cards, PayPal and bank transfer. Your account is charged when the parcel leaves.',
      'Which ways are there to pay?',
    ),
    page(
      'care',
      'Care of stoneware',
      'Stoneware goes into the dishwasher and the microwave. Don’t put it on an open flame.',
      'Can I heat the bowl in the microwave?',
    ),
    page(
      'gift',
      'Gift wrapping',
      'For 3 euros we wrap each article in paper and add your card.',
      'It’s a birthday present. Do you pack it nicely?',
    ),
    page(
      'account',
      'Your account',
      'If you have forgotten your password, ask for a link at the sign-in page.',
      'I can’t log in any more, what now?',
    ),
    page(
      'address',
      'Changing an address',
      'Until the parcel has left you can change where it goes, under Orders.',
      'I typed the wrong street. Can it go somewhere else?',
    ),
    page(
      'stock',
      'Sold out',
      'Articles that are sold out come back within six weeks. Leave your e-mail and we write to you.',
      'When will the blue vase be available again?',
    ),
    page(
      'workshop',
      'Visiting the workshop',
      'The workshop is open on Saturdays from ten to four. Dogs are welcome.',
      'May I drop by at the weekend with my dog?',
    ),
    page(
      'privacy',
      'Your data',
      'We keep invoices for ten years, as the law says, and everything else for one year.',
      'How long do you store information about me?',
    ),
  ],
  de: [
    page(
      'delivery',
      'Lieferung',
      'Wir übergeben Pakete innerhalb eines Werktags dem Zusteller. Sie kommen nach zwei bis vier Tagen an.',
      'Wie lange dauert es, bis mein Paket ankommt?',
    ),
    page(
      'costs',
      'Versandkosten',
      'Der Versand kostet 4,90 Euro und ist ab 60 Euro kostenlos.',
      'Was zahle ich für den Versand?',
    ),
    page(
      'returns',
      'Rückgabe',
      'Sie können Waren binnen 30 Tagen unbenutzt und im Karton zurückschicken. Wir erstatten den Preis.',
      'Die Tasse gefällt mir nicht. Kann ich sie zurückgeben?',
    ),
    page(
      'warranty',
      'Garantie',
      'Wasserkocher haben zwei Jahre Garantie. Bruch durch einen Sturz gehört nicht dazu.',
      'Mein Wasserkocher ist nach einem Jahr kaputt, wer repariert ihn?',
    ),
    page(
      'payment',
      'Bezahlung',
      'Wir nehmen Karten, PayPal und Überweisung. Belastet wird, wenn das Paket abgeht.',
      'Wie kann ich bezahlen?',
    ),
    page(
      'care',
      'Pflege von Steinzeug',
      'Steinzeug darf in die Spülmaschine und in die Mikrowelle, aber nicht auf eine offene Flamme.',
      'Darf die Schüssel in die Mikrowelle?',
    ),
    page(
      'gift',
      'Geschenkverpackung',
      'Für 3 Euro packen wir jeden Artikel in Papier und legen Ihre Karte bei.',
      'Es ist ein Geburtstagsgeschenk, packen Sie es schön ein?',
    ),
    page(
      'account',
      'Ihr Konto',
      'Wenn Sie Ihr Passwort vergessen haben, fordern Sie bei der Anmeldung einen Link an.',
      'Ich kann mich nicht mehr anmelden.',
    ),
    page(
      'address',
      'Adresse ändern',
      'Bis das Paket abgeht, können Sie unter Bestellungen ändern, wohin es geht.',
      'Ich habe die falsche Straße angegeben, lässt sich das noch ändern?',
    ),
    page(
      'stock',
      'Ausverkauft',
      'Ausverkaufte Artikel kommen innerhalb von sechs Wochen wieder. Hinterlassen Sie Ihre E-Mail.',
      'Wann gibt es die blaue Vase wieder?',
    ),
    page(
      'workshop',
      'Besuch der Werkstatt',
      'Die Werkstatt ist samstags von zehn bis vier geöffnet. Hunde sind willkommen.',
      'Kann ich am Samstag mit meinem Hund vorbeikommen?',
    ),
    page(
      'privacy',
      'Ihre Daten',
      'Rechnungen bewahren wir zehn Jahre auf, wie das Gesetz es verlangt, alles andere ein Jahr.',
      'Wie lange speichern Sie Daten über mich?',
    ),
  ],
  fr: [
    page(
      'delivery',
      'Livraison',
      'Nous remettons les colis au transporteur en un jour ouvré. Ils arrivent en deux à quatre jours.',
      'Quand est-ce que mon colis arrive ?',
    ),
    page(
      'costs',
      'Frais de port',
      'Le port coûte 4,90 euros ; il est gratuit à partir de 60 euros.',
      'Combien coûte l’envoi ?',
    ),
    page(
      'returns',
      'Retours',
      'Vous pouvez renvoyer les articles sous 30 jours, neufs et dans leur boîte. Nous remboursons le prix.',
      'La tasse ne me plaît pas. Puis-je la renvoyer et être remboursé ?',
    ),
    page(
      'warranty',
      'Garantie',
      'Les bouilloires ont une garantie de deux ans. La casse après une chute n’est pas couverte.',
      'Ma bouilloire ne marche plus après un an, que faire ?',
    ),
    page(
      'payment',
      'Paiement',
      'Nous acceptons les cartes, PayPal et le virement. Le débit a lieu au départ du colis.',
      'Avec quoi peut-on payer ?',
    ),
    page(
      'care',
      'Entretien du grès',
      'Le grès va au lave-vaisselle et au micro-ondes. Ne le posez pas sur une flamme.',
      'Le bol va-t-il au micro-ondes ?',
    ),
    page(
      'gift',
      'Emballage cadeau',
      'Pour 3 euros, nous emballons chaque article et joignons votre carte.',
      'C’est un cadeau d’anniversaire, pouvez-vous l’emballer ?',
    ),
    page(
      'account',
      'Votre compte',
      'Si vous avez oublié votre mot de passe, demandez un lien sur la page de connexion.',
      'Je n’arrive plus à me connecter à mon compte.',
    ),
    page(
      'address',
      'Changer d’adresse',
      'Avant le départ du colis, vous pouvez changer sa destination sous Commandes.',
      'Je me suis trompé de rue, peut-on changer l’adresse ?',
    ),
    page(
      'stock',
      'Épuisé',
      'Les articles épuisés reviennent sous six semaines. Laissez votre e-mail, nous vous écrirons.',
      'Quand le vase bleu sera-t-il de nouveau disponible ?',
    ),
    page(
      'workshop',
      'Visiter l’atelier',
      'L’atelier est ouvert le samedi de dix heures à seize heures. Les chiens sont bienvenus.',
      'Puis-je passer samedi avec mon chien ?',
    ),
    page(
      'privacy',
      'Vos données',
      'Nous gardons les factures dix ans, comme la loi le veut, et le reste un an.',
      'Combien de temps gardez-vous mes données ?',
    ),
  ],
  es: [
    page(
      'delivery',
      'Entrega',
      'Entregamos los paquetes al transportista en un día laborable. Llegan entre dos y cuatro días después.',
      '¿Cuándo llega mi paquete?',
    ),
    page(
      'costs',
      'Gastos de envío',
      'El envío cuesta 4,90 euros y es gratis a partir de 60 euros.',
      '¿Cuánto cuesta que me lo manden?',
    ),
    page(
      'returns',
      'Devoluciones',
      'Puede devolver los artículos en 30 días, sin usar y en su caja. Reembolsamos el precio.',
      'No me gusta la taza. ¿La puedo devolver?',
    ),
    page(
      'warranty',
      'Garantía',
      'Los hervidores tienen dos años de garantía. La rotura por una caída no está cubierta.',
      'Mi hervidor dejó de funcionar al año, ¿quién lo arregla?',
    ),
    page(
      'payment',
      'Pago',
      'Aceptamos tarjetas, PayPal y transferencia. El cargo se hace cuando sale el paquete.',
      '¿De qué formas puedo pagar?',
    ),
    page(
      'care',
      'Cuidado del gres',
      'El gres puede ir al lavavajillas y al microondas. No lo ponga sobre una llama.',
      '¿El cuenco puede ir al microondas?',
    ),
    page(
      'gift',
      'Envoltorio de regalo',
      'Por 3 euros envolvemos cada artículo y añadimos su tarjeta.',
      'Es un regalo de cumpleaños, ¿lo envuelven bonito?',
    ),
    page(
      'account',
      'Su cuenta',
      'Si ha olvidado su contraseña, pida un enlace en la página de acceso.',
      'No recuerdo la contraseña.',
    ),
    page(
      'address',
      'Cambiar la dirección',
      'Hasta que salga el paquete puede cambiar su destino en Pedidos.',
      'Puse mal la calle, ¿se puede cambiar?',
    ),
    page(
      'stock',
      'Agotado',
      'Los artículos agotados vuelven en seis semanas. Deje su correo y le escribimos.',
      '¿Cuándo habrá otra vez el jarrón azul?',
    ),
    page(
      'workshop',
      'Visitar el taller',
      'El taller abre los sábados de diez a cuatro. Los perros son bienvenidos.',
      '¿Puedo pasar el sábado con mi perro?',
    ),
    page(
      'privacy',
      'Sus datos',
      'Guardamos las facturas diez años, como pide la ley, y lo demás un año.',
      '¿Cuánto tiempo guardan mis datos?',
    ),
  ],
  ja: [
    page(
      'delivery',
      '配送',
      '荷物は一営業日以内に運送会社に渡します。二日から四日で届きます。',
      '荷物はいつ届きますか？',
    ),
    page(
      'costs',
      '送料',
      '送料は4.90ユーロです。60ユーロ以上のご注文は無料です。',
      '送料はいくらですか？',
    ),
    page(
      'returns',
      '返品',
      '未使用で箱に入った商品は30日以内に返品できます。代金を返金します。',
      'カップが気に入りません。返品して返金してもらえますか？',
    ),
    page(
      'warranty',
      '保証',
      '電気ケトルには二年間の保証があります。落下による破損は対象外です。',
      '電気ケトルが一年で壊れました。保証はありますか？',
    ),
    page(
      'payment',
      'お支払い',
      'カード、PayPal、銀行振込がご利用いただけます。発送時に請求されます。',
      'どんな支払い方法がありますか？',
    ),
    page(
      'care',
      '陶器のお手入れ',
      '陶器は食器洗い機と電子レンジで使えます。直火にはかけないでください。',
      'このお皿は電子レンジで温められますか？',
    ),
    page(
      'gift',
      'ギフト包装',
      '3ユーロで商品を包装し、カードを添えます。',
      '誕生日のプレゼントなので包装してもらえますか？',
    ),
    page(
      'account',
      'アカウント',
      'パスワードを忘れた場合は、ログイン画面でリンクを請求してください。',
      'パスワードを忘れてログインできません。',
    ),
    page(
      'address',
      '住所の変更',
      '発送前なら、注文のページでお届け先の住所を変更できます。',
      '住所を間違えました。変更できますか？',
    ),
    page(
      'stock',
      '在庫切れ',
      '在庫切れの商品は六週間以内に再入荷します。メールを残していただければお知らせします。',
      '青い花瓶はいつ再入荷しますか？',
    ),
    page(
      'workshop',
      '工房の見学',
      '工房は土曜日の十時から四時まで開いています。犬も歓迎します。',
      '土曜日に犬を連れて行ってもいいですか？',
    ),
    page(
      'privacy',
      '個人情報',
      '請求書は法律に従って十年間、その他は一年間保管します。',
      '私の情報はどのくらい保管されますか？',
    ),
  ],
};
