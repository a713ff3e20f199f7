// Answers on delivery, returns and the like. `data/topics.json` has, topic by topic, which lines of the pages speak of it and what is said
// to which words; here is what is worked out from them for a country, a day, an hour, an amount, an age or a product.

import { contentStems, fold } from '../../gateway/agent.ts';
import { isAlike } from './catalogue.ts';
import { QUOTES, TOPICS, WORDS } from './data.ts';
import { cite, isProductPage, linesOf, type Shop, splitSentences } from './facts.ts';
import { clean } from './phrases.ts';
import { asksYesOrNo, isPolar } from './read.ts';
import { USED, type Wish } from './state.ts';
import { money, type Outcome, offerPeople, type World } from './world.ts';

const DAYS = WORDS.weekdays.split(' ');
const PARCEL = ['abroad', 'delivery_time', 'delivery_cost', 'express', 'customs', 'dispatch'];
const title = (day: string) => day.charAt(0).toUpperCase() + day.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const dayOf = ({ tokens }: Wish) => tokens.find(({ is }) => is === 'day')?.word;
const hourOf = ({ tokens }: Wish) => tokens.find(({ is }) => is === 'time')?.n;
const saidCountry = ({ tokens }: Wish) => tokens.find(({ is }) => is === 'country')?.country;

export function topicTask(world: World, wish: Wish): Outcome {
  const { shop, passages } = world;
  const topic = TOPICS[wish.name];
  if (topic === undefined) return { say: '' };
  const found = topic.lines.flatMap((line) => shop.of(new RegExp(line, 'i')) ?? []);
  const lines = found.length > 0 ? found : [shop.of(new RegExp(topic.any, 'i')) ?? []].flat();
  const pages = new Map(lines.map(({ passage }) => [passage.uri, cite(passage)]));
  const own = ownAnswer(
    world,
    wish,
    lines.map(({ line }) => line),
  );
  if (own !== null) {
    const abroad = passages.filter((one) =>
      linesOf(one).some((line) => /ship to every/i.test(line)),
    );
    return { say: own, citations: pages.size > 0 ? [...pages.values()] : abroad.map(cite) };
  }
  if (lines.length === 0)
    return {
      say: `I don't know about ${topic.about}: our pages say nothing of it. Our people can tell you: ${shop.people}.`,
    };
  const people = ` Our people: ${shop.people}.${offerPeople(world)}`;
  const said = [...new Set(lines.map(({ line }) => clean(line, 420)))].join(' ');
  return { say: `${said}${topic.person ? people : ''}`, citations: [...pages.values()] };
}

type Answer = (world: World, wish: Wish, lines: readonly string[]) => string | null;

/** The first of a topic's answers that fits the question. */
function ownAnswer(world: World, wish: Wish, lines: readonly string[]): string | null {
  const text = `${fold(wish.text)} ${dayOf(wish) ?? ''}`;
  for (const answer of TOPICS[wish.name]?.answers ?? []) {
    if (typeof answer === 'string') {
      const said = ANSWERS[answer]?.(world, wish, lines) ?? null;
      if (said !== null) return said;
      continue;
    }
    const [words, say] = answer;
    if (!new RegExp(words, 'i').test(text)) continue;
    const said = say.startsWith('@')
      ? topicTask(world, { ...wish, name: say.slice(1) }).say
      : fill(say, world, lines);
    if (said !== null) return said;
  }
  return null;
}

/** A sentence with what the pages say in it; null where they don't. */
function fill(sentence: string, world: World, lines: readonly string[]): string | null {
  let isWhole = true;
  const said = sentence.replace(/\{(\w+)(~?)\}/g, (_, name: string, isLower: string) => {
    const value = quote(name, world, lines);
    if (value === undefined && name !== '1') isWhole = false;
    return isLower ? lower(value ?? '') : (value ?? '');
  });
  return isWhole ? said.replace(/ +/g, ' ').trim() : null;
}
function quote(name: string, world: World, lines: readonly string[]): string | undefined {
  const { shop } = world;
  if (name === 'offer') return offerPeople(world);
  if (/^\d$/.test(name)) return lines[Number(name)] && clean(lines[Number(name)] ?? '', 300);
  if (name === 'all') return lines.length > 0 ? lines.join(' ') : undefined;
  if (name === 'people') return shop.people;
  if (name === 'ways') return shop.people.replace(/ \(.*\)/, '');
  if (name === 'hours') return shop.hours ?? undefined;
  if (name === 'cutoff') return `${shop.cutoff ?? 14}`;
  const pattern = new RegExp(QUOTES[name] ?? '^$', 'i');
  return pattern.exec(shop.of(pattern)?.line ?? '')?.[0];
}

/** What an order at that hour of that day means: "it leaves on Monday". */
function leaving({ cutoff }: Shop, wish: Wish): { said: string; day: string | null } | null {
  const { text } = wish;
  const isToday = /\btoday|\bnow|\btonight/i.test(text);
  const day = dayOf(wish);
  const hour = hourOf(wish) ?? (/tonight|evening/i.test(text) ? 20 : null);
  if (cutoff === null || (!day && !isToday && hour === null)) return null;
  const isLate = hour !== null && hour >= cutoff;
  if (!day) {
    if (hour === null) return null;
    return {
      said: isLate
        ? `${asksYesOrNo(text) ? 'No, not today: that' : 'That'} is after ${cutoff}:00, so it leaves on the next weekday.`
        : `Yes, if it is a weekday: orders placed before ${cutoff}:00 leave on the same day.`,
      day: null,
    };
  }
  const at = DAYS.indexOf(day);
  const isOff = at > 4;
  const next = isOff || (isLate && at === 4) ? 'monday' : isLate ? (DAYS[at + 1] ?? 'monday') : day;
  if (next === day) {
    const why =
      hour === null ? `if you order before ${cutoff}:00` : `as that is before ${cutoff}:00`;
    return { said: `Yes, an order of ${title(day)} leaves on the same day, ${why}.`, day };
  }
  const why = isOff ? `we don't ship on ${title(day)}` : `that is after ${cutoff}:00`;
  return { said: `No, not on ${title(day)}: ${why}, so it leaves on ${title(next)}.`, day: next };
}

const country: Answer = ({ shop, state }, wish) => {
  const isOn = PARCEL.includes(state.last?.name ?? '') && !/\bfree\b/i.test(wish.text);
  const to = saidCountry(wish) ?? (isOn ? state.country : null);
  if (!to || shop.countries === null) return null;
  const { name, isInUnion } = to;
  if (!isInUnion && !shop.countries.includes(name.replace('the ', '')))
    return `No, I'm afraid we don't ship to ${name}. ${shop.countries}`;
  const yes = `Yes, we ship to ${name}.`;
  if (isInUnion)
    return wish.name === 'customs'
      ? `${yes} It is in the European Union; our pages name customs duties only outside of it.`
      : `${yes} ${(wish.name === 'express' ? shop.express : null) ?? shop.standard ?? ''}`;
  return wish.name === 'express'
    ? `I don't know whether express works there: our pages name it for no country outside the European Union. ${shop.abroad ?? ''} Our people can tell you: ${shop.people}.`
    : `${yes} ${shop.abroad ?? ''}`;
};

/** An age of months or years in days, or of days. */
function daysIn(text: string): number | null {
  const found =
    /(\d+|an?|one|two|three|four|five|six|seven|eight|a few) ?(day|week|month|year)s?\b/i.exec(
      text,
    );
  if (found === null) return null;
  const count = Number(found[1]) || WORDS.numbers[(found[1] ?? '').toLowerCase()] || 3;
  return count * ({ day: 1, week: 7, month: 30, year: 365 }[(found[2] ?? '').toLowerCase()] ?? 1);
}

/** What is worked out, by the names that `topics.json` gives. */
const ANSWERS: Readonly<Record<string, Answer>> = {
  country,
  countrySaid: (world, wish, lines) => (saidCountry(wish) ? country(world, wish, lines) : null),
  leaving: ({ shop }, wish, lines) => {
    const found = leaving(shop, wish);
    const isSoon = /express|tomorrow|tmrw|need|\bby\b/i.test(wish.text);
    const more =
      isSoon && shop.express ? shop.express : /^No/.test(found?.said ?? '') ? lines[0] : '';
    return found && `${found.said} ${more ?? ''}`.trim();
  },
  arrival: ({ shop, state: { last } }, wish) => {
    const isOn = last !== null && ['dispatch', 'express', 'delivery_time'].includes(last.name);
    const found = leaving(shop, wish) ?? (isOn ? leaving(shop, last) : null);
    if (!found || !shop.express) return null;
    if (found.day === null) return `${found.said} ${shop.express}`;
    const next = DAYS[(DAYS.indexOf(found.day) + 1) % 7] ?? '';
    const day = ['saturday', 'sunday'].includes(next) ? 'monday' : next;
    return `${found.said} ${shop.express} So it would arrive on ${title(day)}.`;
  },
  before: (world, wish) => {
    const last = world.state.last?.name ?? '';
    const isOn = ['dispatch', 'express'].includes(last) && dayOf(wish) !== undefined;
    return isOn ? topicTask(world, { ...wish, name: last }).say : null;
  },
  sum: ({ shop: { freeOver, standardCost, express, standard } }, wish) => {
    const { tokens, text } = wish;
    if (/\bexpress\b/i.test(text)) return `${express ?? ''} ${standard ?? ''}`.trim() || null;
    const said = /\b(?:for|spend|over|of|with|at) (\d{2,4})\b/i.exec(text)?.[1];
    const goods = wish.items.reduce(
      (all, { products, quantity = 1 }) => all + (products?.[0]?.amount ?? 0) * quantity,
      0,
    );
    const sum = tokens.find(({ is }) => is === 'price')?.n ?? (said ? Number(said) : goods || null);
    if (sum === null || freeOver === null) return null;
    const [free, paid] = /\bpay|charged?\b/i.test(text) ? ['No', 'Yes'] : ['Yes', 'No, not yet'];
    const of = goods === sum ? ` That is ${money(goods)} of goods.` : '';
    return sum >= freeOver
      ? `${free}, delivery is free then: it is free from ${money(freeOver)}.${of}`
      : `${paid}: delivery is free from ${money(freeOver)}, so ${money(freeOver - sum)} more is needed. Below that it costs ${money(standardCost ?? 0)}.${of}`;
  },
  /** What was used falls under the line that excludes it, or under the rule's own words. */
  excluded: ({ shop, state, passages }, { text }) => {
    if (!USED.test(text)) return null;
    const excluding = shop.of(/can ?not be returned/i)?.line ?? '';
    const rule = shop.of(/return anything/i)?.line ?? '';
    const headOf = (name: string) => contentStems(name).at(-1) ?? '';
    const asked = contentStems(text);
    const said = passages
      .filter(isProductPage)
      .map(({ title: name }) => headOf(name))
      .filter((head) => asked.includes(head));
    const focus = state.products.get(state.focus?.id ?? '');
    const heads = said.length > 0 ? said : focus ? [headOf(focus.name)] : [];
    if (heads.length === 0) return `${excluding} ${rule}`.trim() || null;
    const isOwn = heads.some((head) => contentStems(excluding).includes(head));
    return (isOwn ? excluding : rule) || null;
  },
  returnDays: ({ shop, state }, { text }, [line = '']) => {
    const limit = Number(/within (\d+) days/i.exec(line)?.[1]);
    const days = daysIn(text.replace(/\ban? /g, ''));
    if (days === null || Number.isNaN(limit)) return null;
    const yes = asksYesOrNo(text) && state.used === null ? 'Yes: ' : '';
    return days <= limit
      ? `${yes}${line}`
      : `No, I'm afraid that is too late: ${line} Our people may still help: ${shop.people}.`;
  },
  returnCountry: (_, wish, [line]) => {
    const from = saidCountry(wish);
    const free = /Returns are free[^.]*\./i.exec(line ?? '')?.[0] ?? line;
    return free && from && !from.isInUnion
      ? `I don't know for ${from.name}: ${lower(free)} Outside of it our pages name no price.`
      : null;
  },
  warranty: ({ shop, state }, wish, [line]) => {
    if (line === undefined) return null;
    const named = wish.items.flatMap(({ products = [] }) => products.slice(0, 1));
    const product = named[0] ?? state.products.get(state.focus?.id ?? '');
    const sentences = splitSentences(line);
    const isOwn = (one: string) => named.some(({ name }) => fold(one).includes(fold(name)));
    // The lamp has a longer one than all the rest.
    if (named.length > 1) return sentences.some(isOwn) ? line : (sentences[0] ?? line);
    const own = product && sentences.find((one) => fold(one).includes(fold(product.name)));
    const said = own ?? (product ? (sentences[0] ?? line) : line);
    const years = /(two|three|five|ten|\d+)[- ]years?/i.exec(said)?.[1]?.toLowerCase() ?? '';
    const limit = (WORDS.numbers[years] ?? Number(years)) * 365;
    const age = daysIn(wish.text.replace(/two-year|five years/gi, ''));
    if (age !== null && limit > 0)
      return `${age <= limit ? 'By its age that is within the warranty' : "I'm afraid the warranty is over then"}: ${said} Our people see to it: ${shop.people}.`;
    return said;
  },
  payment: (_, { text }, [line]) => {
    if (line === undefined) return null;
    const means = contentStems(line);
    const other = contentStems(text).filter((word) => !WORDS.paying.split(' ').includes(word));
    if (other.length === 0 || (!isPolar(text) && text.length >= 25)) return null;
    const isNamed = other.some((word) => means.some((one) => isAlike(word, one)));
    return isNamed ? line : `I don't see that among them: ${lower(line)}`;
  },
  hours: ({ shop: { hours, people } }, wish) => {
    const [day, hour] = [dayOf(wish), hourOf(wish)];
    if (hours === null) return null;
    const ways = people.replace(/ \(.*\)/, '');
    if (day && DAYS.indexOf(day) > 4)
      return `No, not on ${title(day)}: we answer ${hours}. An e-mail or the contact form can be written at any time: ${ways}.`;
    const [start = 0, end = 24] = [...hours.matchAll(/(\d+):\d\d/g)].map(([, at]) => Number(at));
    if (hour !== undefined)
      return `${hour >= start && hour < end ? 'Yes' : 'No'}: we answer ${hours}.`;
    return day && isPolar(wish.text) ? `Yes, on ${title(day)}: we answer ${hours}.` : null;
  },
};
