import { describe, expect, it } from 'vitest';
import { dedupeCitations } from '../../content/index.ts';
import { createRig } from './support.ts';

const EVIL = 'https://evil.example/x';

async function draw(markdown: string): Promise<string> {
  return (await createRig()).draw(markdown).text;
}

describe('a link to another site', () => {
  it.each([
    // Plain words of several languages, with the signs that stand between and around words.
    'delivery terms',
    'Terms & Conditions',
    'Click here to log in.',
    'Read more…',
    'Lieferung, Versand und „Rückgabe“',
    'Größen (für Kinder): so geht’s!',
    'Comment commander\u00a0?',
    'Conditions d’utilisation – été',
    '¿Cómo devuelvo un pedido?',
    'Điều khoản giao hàng',
    'Условия доставки',
    'Όροι και προϋποθέσεις',
    'Wi-Fi and 24 hours',
    '配送条件',
    '配送、返品について。',
    'サーバーの「設定」',
    'iPhoneの設定',
    '배송 조건',
    '배송조건',
    'เงื่อนไขการจัดส่ง',
    'شروط التوصيل',
    'الشروط',
    'شرایط می\u200cخواهم',
    'תנאי משלוח',
    'डिलीवरी की शर्तें',
    '**delivery** terms',
  ])('with plain words needs nothing beside them: %s', async (label) => {
    expect(await draw(`See [${label}](${EVIL}) now`)).not.toContain('evil.example');
  });

  it.each([
    'bank.example',
    'Bank.Example.',
    'login@bank.example',
    'login@bank',
    '192.168.0.1',
    '192 168 0 1',
    '3232235521',
    '[::1]',
    'localhost',
    'intranet',
    'Intranet!',
    '– intranet',
    'іntranet',
    'localhost:8080',
    'to localhost: 8080 now',
    'bankꓸexample',
    'to bank﹒example now',
    'to bank‧example now',
    'to bank·example now',
    'to bank・example now',
    'to bank۔example now',
    'to bank٠example now',
    'to bank꘎example now',
    'to bankㆍexample now',
    'to bank丶example now',
    'to bankノexample now',
    'to bank。example now',
    'to bank，example now',
    'to bank,example now',
    'to bank‚example now',
    'to bank•example now',
    'to bank…example now',
    'to bank\u0323example now',
    'to bank\u093cexample now',
    'to bank\u0338example now',
    'to paypaŀcom now',
    'to ⓑⓐⓝⓚ now',
    'to 𝐛𝐚𝐧𝐤 now',
    'to ꓐꓮꓠꓗ now',
    'to bank\u200aexample now',
    'to bank.\u200aexample now',
    'to bank .example now',
    'to bank. example now',
    'to bank\u2009.\u2009example now',
    'to bank\u200bexample now',
    'to bank\u3164example now',
    'to bank/login now',
    'sign in at bank／login',
    'sign in at bank⁄login',
    'sign in at bank\\\\login',
    'sign in at bank%2Elogin',
    '銀行。例子',
    '銀行丶例子',
    'https://bank.example/login',
    'http://evil.example@bank.example',
    'evil.example bank.example',
    'evil.example.bank.example',
    'bank.example/evil.example',
    '1',
    '',
    'a\u202eb c',
    `${'delivery terms '.repeat(50)}`,
  ])('says where it leads beside any other label: %j', async (label) => {
    expect(await draw(`See [${label}](${EVIL}) now`)).toContain('(evil.example)');
  });

  it.each([
    `See [Go to bank](${EVIL}).example/login now`,
    `See [Go to bank](${EVIL})**.example** now`,
    `See login@[the bank](${EVIL}) now`,
    `See www.[the bank](${EVIL}) now`,
    `See [the bank](${EVIL})/login now`,
    `See bank.example/${EVIL} or bank.example/[evil.example](${EVIL})`,
  ])('says so also where what adjoins its label makes an address of it: %s', async (markdown) => {
    expect(await draw(markdown)).toContain('(evil.example)');
  });

  it.each([
    `([delivery terms](${EVIL})).`,
    `„[delivery terms](${EVIL})“, and more`,
    `詳しくは[配送条件](${EVIL})をご覧ください。`,
    `詳しくは[サイト evil.example](${EVIL})へ`,
    `See [delivery terms](${EVIL})\nand [returns of goods](${EVIL}): both.`,
  ])('is not disturbed by the sentence around it: %s', async (markdown) => {
    expect(await draw(markdown)).not.toContain('(evil.example)');
  });

  it.each([
    'evil.example',
    'www.evil.example',
    'Evil.Example',
    'https://evil.example/x?y=z#w',
    'Docs at evil.example.',
    '“evil.example/docs”',
  ])('that says its own host already needs no second one: %s', async (label) => {
    expect(await draw(`See [${label}](${EVIL}) now`)).not.toContain('(evil.example)');
  });

  it('by mail or telephone says its address or number unless that is its label', async () => {
    expect(await draw('[help@shop.example](mailto:help@shop.example)')).toBe('help@shop.example');
    expect(await draw('<help@shop.example>')).toBe('help@shop.example');
    expect(await draw('[write to us](mailto:help@shop.example)')).toBe('write to us');
    expect(await draw('[help@bank.example](mailto:x@evil.example)')).toContain('(x@evil.example)');
    expect(await draw('[+49 (30) 123-45](tel:+493012345)')).toBe('+49 (30) 123-45');
    expect(await draw('[+49 30 999](tel:+493012345)')).toContain('(+493012345)');
  });

  it('keeps its host readable in a text from right to left', async () => {
    const { root } = (await createRig()).draw(`[الشروط.](${EVIL}) [شروط/x](${EVIL})`);
    expect(root.querySelector('bdi')?.textContent).toBe('(evil.example)');
  });

  it('as a source is judged the same way', () => {
    const title = (document_title: string) =>
      dedupeCitations([{ type: 'knowledge_base', document_uri: EVIL, document_title }])[0]?.title;
    expect(title('Delivery terms')).toBe('Delivery terms');
    expect(title('bank·example')).toBe('bank·example (evil.example)');
    expect(title('')).toBe(EVIL);
  });
});

it('a link to the page’s own site needs no host, whatever its label', async () => {
  expect(await draw('[Node.js](/docs)')).toBe('Node.js');
});
