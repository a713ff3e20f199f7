// Answers on delivery, returns and the like: the lines of the pages that speak of it, and what follows from them for a country, a day, an
// hour, an amount or a product.

import type { Citation } from '../../gateway/agent.ts';
import { contentStems, fold } from '../../gateway/agent.ts';
import { isAlike } from './catalogue.ts';
import { TOPICS, WORDS } from './data.ts';
import { cite, linesOf, type Shop } from './facts.ts';
import { clean } from './phrases.ts';
import { isPolar } from './read.ts';
import { QUESTIONS, type Wish } from './state.ts';
import { find } from './toolbox.ts';
import { mainItem, money, type Outcome, type World } from './world.ts';

const DAYS = WORDS.weekdays.split(' ');
const title = (day: string) => day.charAt(0).toUpperCase() + day.slice(1);
const SENDING = ['abroad', 'delivery_time', 'delivery_cost', 'express', 'customs'];

export function topicTask(world: World, wish: Wish): Outcome {
  const { shop, passages } = world;
  const { name, text } = wish;
  const topic = TOPICS[name];
  if (topic === undefined) return { say: '' };
  const found = topic.lines.flatMap((line) => shop.of(new RegExp(line, 'i')) ?? []);
  const lines =
    found.length > 0 ? found : [shop.of(new RegExp(topic.any, 'i'))].flatMap((one) => one ?? []);
  const citations: Citation[] = lines
    .map(({ passage }) => cite(passage))
    .filter(
      (one, at, all) => all.findIndex(({ document_uri: uri }) => uri === one.document_uri) === at,
    );
  const special =
    SPECIAL[name]?.(
      world,
      wish,
      lines.map(({ line }) => line),
    ) ?? (SENDING.includes(name) ? abroad(world, wish) : null);
  if (special !== null && special !== undefined)
    return {
      say: special,
      citations:
        citations.length > 0
          ? citations
          : passages
              .filter((one) => linesOf(one).some((line) => /ship to every/i.test(line)))
              .map(cite),
    };
  if (lines.length === 0)
    return {
      say: `I don't know about ${topic.about}: our pages say nothing of it. Our people can tell you: ${shop.people}.`,
    };
  const lead = isPolar(text) ? (topic.yes ?? topic.no ?? '') : '';
  const canWrite =
    topic.person && (find(world.tools, 'contact') ?? find(world.tools, 'go')) !== null;
  const more = topic.person
    ? ` Our people: ${shop.people}.${canWrite ? ` ${QUESTIONS.people}` : ''}`
    : '';
  return {
    say: `${lead}${[...new Set(lines.map(({ line }) => clean(line, 420)))].join(' ')}${more}`,
    citations,
  };
}

/** What an order at that hour of that day means: "it leaves on Monday". */
function leaving(
  { cutoff }: Shop,
  { tokens, text }: Wish,
): { said: string; day: string | null } | null {
  const day =
    tokens.find(({ is }) => is === 'day')?.word ??
    (/\btoday|\bnow|\btonight/i.test(text) ? null : undefined);
  const hour =
    tokens.find(({ is }) => is === 'time')?.n ?? (/tonight|evening/i.test(text) ? 20 : null);
  if (cutoff === null || (day === undefined && hour === null)) return null;
  const at = day ? DAYS.indexOf(day) : -1;
  const isLate = hour !== null && hour >= cutoff;
  if (day) {
    const isOff = at > 4;
    const next =
      isOff || (isLate && at === 4) ? 'monday' : isLate ? (DAYS[at + 1] ?? 'monday') : day;
    const why = isOff
      ? `we don't ship on ${title(day)}`
      : isLate
        ? `that is after ${cutoff}:00`
        : hour === null
          ? `if you order before ${cutoff}:00`
          : `that is before ${cutoff}:00`;
    return {
      said:
        next === day
          ? `Yes, an order of ${title(day)} leaves on the same day, ${hour === null ? why : `as ${why}`}.`
          : `No, not on ${title(day)}: ${why}, so it leaves on ${title(next)}.`,
      day: next,
    };
  }
  if (hour === null) return null;
  return {
    said: isLate
      ? `No, not today: that is after ${cutoff}:00, so it leaves on the next weekday.`
      : `Yes, if it is a weekday: orders placed before ${cutoff}:00 leave on the same day.`,
    day: null,
  };
}

function abroad({ shop, state }: World, { tokens, name, text }: Wish): string | null {
  const said = tokens.find(({ is }) => is === 'country')?.country;
  const last = state.last?.name ?? '';
  const country =
    said ??
    ([...SENDING, 'dispatch'].includes(last) && !/\bfree\b/i.test(text) ? state.country : null);
  if (!country || shop.countries === null) return null;
  const own = country.name.replace('the ', '');
  if (!country.isInUnion && !shop.countries.includes(own))
    return `No, I'm afraid we don't ship to ${country.name}. ${shop.countries}`;
  if (country.isInUnion)
    return `Yes, we ship to ${country.name}. ${name === 'customs' ? 'It is in the European Union; our pages name customs duties only outside of it.' : name === 'express' && shop.express ? shop.express : (shop.standard ?? '')}`;
  const express =
    name === 'express'
      ? "I don't know whether express works there: our pages name it for no country outside the European Union. "
      : `Yes, we ship to ${country.name}. `;
  return `${express}${shop.abroad ?? ''}${name === 'express' ? ` Our people can tell you: ${shop.people}.` : ''}`;
}

/** What was done to a thing before it goes back. */
const USED =
  /\b(?:lit|opened|used(?! the (?:code|coupon|voucher))|burn\w*|worn|washed|wrote|drank|without|threw|no box|box)\b/;

const SPECIAL: Readonly<
  Record<string, (world: World, wish: Wish, lines: readonly string[]) => string | null>
> = {
  dispatch: (world, wish, lines) => {
    const { shop } = world;
    if (/express/i.test(wish.text)) return SPECIAL.express?.(world, wish, lines) ?? null;
    const found = leaving(shop, wish);
    if (found === null) return null;
    const rule = /^No/.test(found.said) ? ` ${lines[0] ?? ''}` : '';
    const soon =
      /express|tomorrow|tmrw|need/i.test(wish.text) && shop.express ? ` ${shop.express}` : '';
    return `${found.said}${soon || rule}`;
  },
  express: (world, wish, lines) => {
    const { shop, state } = world;
    const country = abroad(world, wish);
    if (country !== null && wish.tokens.some(({ is }) => is === 'country')) return country;
    const before =
      state.last && ['dispatch', 'express', 'delivery_time'].includes(state.last.name)
        ? state.last
        : null;
    const found = leaving(shop, wish) ?? (before ? leaving(shop, before) : null);
    if (found?.day && shop.express) {
      const next = DAYS[(DAYS.indexOf(found.day) + 1) % 7] ?? '';
      const arrives = ['saturday', 'sunday'].includes(next) ? 'monday' : next;
      return `${found.said} ${shop.express} So it would arrive on ${title(arrives)}.`;
    }
    if (/difference|standard/i.test(wish.text))
      return [shop.standard, shop.express].filter(Boolean).join(' ');
    if (/today|tmrw|tomorrow/i.test(wish.text) && lines.length > 0)
      return `Yes, if you order on a weekday before ${shop.cutoff ?? 14}:00 and the next day is a working day. ${lines.join(' ')}`;
    return null;
  },
  delivery_time: (world, wish) => {
    const { shop, state } = world;
    const country = abroad(world, wish);
    if (country !== null) return country;
    const day = wish.tokens.find(({ is }) => is === 'day')?.word;
    const before =
      state.last && ['dispatch', 'express'].includes(state.last.name) && day
        ? topicTask(world, { ...wish, name: state.last.name }).say
        : null;
    if (before !== null) return before;
    if ((day || /\btomorrow|christmas|weekend/i.test(wish.text)) && shop.standard)
      return `I can't promise a day: ${shop.standard.charAt(0).toLowerCase()}${shop.standard.slice(1)}${shop.express ? ` ${shop.express}` : ''}${day && DAYS.indexOf(day) > 4 ? ' Both count working days, so not the weekend.' : ''}`;
    return null;
  },
  delivery_cost: (world, wish) => {
    const { shop } = world;
    const sum = wish.tokens.find(({ is }) => is === 'price')?.n ?? sumOf(wish);
    if (/minimum/i.test(wish.text))
      return `Our pages name no minimum order. ${shop.standard ?? ''}`;
    const country = abroad(world, wish);
    if (country !== null && wish.tokens.some(({ is }) => is === 'country')) return country;
    if (sum === null || shop.freeOver === null) return country;
    return sum >= shop.freeOver
      ? `Yes, delivery is free then: it is free from ${money(shop.freeOver)}.`
      : `No, not yet: delivery is free from ${money(shop.freeOver)}, so ${money(shop.freeOver - sum)} more is needed. Below that it costs ${money(shop.standardCost ?? 0)}.`;
  },
  not_returned: (_, wish, lines) => {
    const [never = '', rule = ''] = lines;
    const text = fold(wish.text);
    const isFresh =
      /\b(?:unlit|unused|unopened|not lit|never (?:used|opened|lit)|if (?:its|it is) (?:new|unused))\b/.test(
        text,
      );
    if (isFresh) return `Yes: ${rule || never}`;
    return USED.test(text)
      ? `No${/box|packag/.test(text) ? ', it should be in its packaging' : ''}: ${/candle|notebook|lit|wrote|burn|opened/.test(text) ? never : ''} ${rule}`
          .replace(/ +/g, ' ')
          .trim()
      : `${never} ${rule}`.trim();
  },
  returns: ({ shop }, { text }, lines) => {
    const found =
      /(\d+|one|two|three|four|five|six|seven|eight|a few) ?(day|week|month|year)s?/i.exec(text);
    const limit = Number(/within (\d+) days/i.exec(lines[0] ?? '')?.[1]);
    if (/exchange|different colou?r|another colou?r|swap/i.test(text))
      return `Our pages name no exchange, but you can return it and order the other. ${lines[0] ?? ''}`;
    // Days alone don't say yes to what was used.
    if (USED.test(fold(text))) return `No, not once it was used: ${lines[0] ?? ''}`;
    if (found === null || Number.isNaN(limit)) return null;
    const n = Number(found[1]) || WORDS.numbers[(found[1] ?? '').toLowerCase()] || 3;
    const days =
      n * ({ day: 1, week: 7, month: 30, year: 365 }[(found[2] ?? 'day').toLowerCase()] ?? 1);
    return days <= limit
      ? `Yes: ${lines[0]}`
      : `No, I'm afraid that is too late: ${lines[0]}${shop.people ? ` Our people may still help: ${shop.people}.` : ''}`;
  },
  return_cost: (_, { text, tokens }, lines) => {
    const country = tokens.find(({ is }) => is === 'country')?.country;
    const line = (lines[0] ?? '').match(/Returns are free[^.]*\./i)?.[0] ?? lines[0];
    if (line === undefined) return null;
    if (country && !country.isInUnion)
      return `I don't know for ${country.name}: ${line.charAt(0).toLowerCase()}${line.slice(1)} Outside of it our pages name no price.`;
    return `${/\bfree\b/i.test(text) && isPolar(text) ? 'Yes: ' : /pay|cost|charge/i.test(text) && isPolar(text) ? 'No, not within the European Union: ' : ''}${line}`;
  },
  refund: ({ shop }, { text }, lines) =>
    lines[0] && /\b(?:still|where|wheres|returned|sent|nothing|owe|yet)\b/i.test(text)
      ? `I'm sorry about the wait. ${lines[0]} I can't see your case from here, but our people can: ${shop.people}. ${QUESTIONS.people}`
      : null,
  warranty: (world, wish, lines) => {
    const product =
      mainItem(wish).products?.[0] ?? world.state.products.get(world.state.focus?.id ?? '');
    const [line] = lines;
    if (line === undefined) return null;
    if (/\bdrop|\bfell|my fault/i.test(wish.text))
      return `I don't think so: ${line.charAt(0).toLowerCase()}${line.slice(1)} Our people can tell you: ${world.shop.people}.`;
    const own = product
      ? line.split(/(?<=\.)\s/).find((one) => fold(one).includes(fold(product.name)))
      : undefined;
    const years = /(two|three|five|ten|\d+)[- ]years?/i.exec(own ?? line)?.[1]?.toLowerCase() ?? '';
    const age = /(\d+|a|one|two|three|four|five|six|seven) (year|month)s?\b/i.exec(
      wish.text.replace(/two-year|five years/gi, ''),
    );
    const limit = WORDS.numbers[years] ?? Number(years);
    if (age?.[1] && limit > 0) {
      const n =
        (WORDS.numbers[age[1].toLowerCase()] ?? Number(age[1])) / (age[2] === 'month' ? 12 : 1);
      return `${n <= limit ? 'Yes, that is within the warranty' : "No, I'm afraid the warranty is over then"}: ${own ?? line} Our people see to it: ${world.shop.people}.`;
    }
    return own
      ? `${isPolar(wish.text) ? 'Yes: ' : ''}${own}`
      : `${isPolar(wish.text) ? 'Yes: ' : ''}${product ? line.split(/(?<=\.)\s/)[0] : line}`;
  },
  payment: (_, { text }, lines) => {
    const [line] = lines;
    if (line === undefined) return null;
    const said = contentStems(line);
    const other = contentStems(text).filter((word) => !PAYING.has(word));
    const isNamed = other.some((word) => said.some((one) => isAlike(word, one)));
    if (/visa|master|amex|american|which cards|what cards/i.test(text))
      return `${clean(line, 300)} Our pages don't say which cards.`;
    return other.length > 0 && (isPolar(text) || text.length < 25)
      ? `${isNamed ? 'Yes: ' : "I don't see that among them: "}${line.charAt(0).toLowerCase()}${line.slice(1)}`
      : null;
  },
  charged: (_, { text }, lines) =>
    lines[0] && /now|right away|immediately|order/i.test(text)
      ? `No, not right away: ${(lines[0].match(/You are charged[^.]*\./i)?.[0] ?? lines[0]).replace(/^You/, 'you')}${/press|demo|checkout|place order/i.test(text) ? ' And this is a demo shop: its checkout sends and charges nothing.' : ''}`
      : (lines[0]?.match(/You are charged[^.]*\./i)?.[0] ?? null),
  hours: ({ shop }, { tokens, text }) => {
    const day = tokens.find(({ is }) => is === 'day')?.word;
    if (shop.hours === null) return null;
    if (/decem|christmas|holiday|easter|new year|good friday/i.test(text))
      return `I don't know about that day: our pages only say ${shop.hours}. Better ask before: ${shop.people.replace(/ \(.*\)/, '')}.${/come by|visit|berlin/i.test(text) ? ` ${shop.of(/our (?:shop|store)/i)?.line ?? ''}` : ''}`;
    const hour = tokens.find(({ is }) => is === 'time')?.n;
    const end = Number(/to (\d+):/.exec(shop.hours)?.[1]);
    const start = Number(/(\d+):\d\d to/.exec(shop.hours)?.[1]);
    if (day && DAYS.indexOf(day) > 4)
      return `No, not on ${title(day)}: we answer ${shop.hours}. An e-mail or the contact form can be written at any time: ${shop.people.replace(/ \(.*\)/, '')}.`;
    if (hour !== undefined)
      return `${hour >= start && hour < end ? 'Yes' : 'No'}: we answer ${shop.hours}.`;
    return day && isPolar(text) ? `Yes, on ${title(day)}: we answer ${shop.hours}.` : null;
  },
  discount: ({ shop }, { text }) =>
    `I have no code or discount to give away. If you have a code, tell me, and I try it.${/student|sale|newsletter/i.test(text) ? ' Our pages name none such.' : ''} Our people: ${shop.people}.`,
  bulk: ({ shop }, { text }) =>
    `I don't know about that many, a logo or special prices: our pages don't say, and the cart takes at most 20 of one thing.${/invoice|company/i.test(text) ? ` ${(shop.of(/invoices for companies/i)?.line ?? '').split(/(?<=\.)\s/)[0]}` : ''} Our people can tell you: ${shop.people}.`,
  privacy: ({ shop }, { text }) =>
    /secure|safe|trust|legit|scam|real/i.test(text)
      ? `I can't judge that myself. ${shop.of(/we take /i)?.line ?? ''} Our people answer every question: ${shop.people}.`
      : /delete|data|gdpr|erase/i.test(text)
        ? `I can't see or delete accounts or data myself, and our pages say nothing of it. Please write to our people: ${shop.people}.`
        : null,
  combine: (_, { text }, lines) => {
    const line = lines[0] ?? '';
    return line && /where|type/i.test(text)
      ? `${line.match(/There is one coupon[^.;]*/i)?.[0] ?? line}; or tell me the code, and I try it.`
      : line
        ? `No: ${line.match(/coupons can ?not[^.;]*/i)?.[0] ?? line}.`
        : null;
  },
};

const PAYING = new Set(
  'pay payment method accept take use possible option way kind credit debit card online order buy money secure checkout bill do'.split(
    ' ',
  ),
);
function sumOf({ text }: Wish): number | null {
  const found = /\b(?:for|spend|over|of|with|at) (\d{2,4})\b/i.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
