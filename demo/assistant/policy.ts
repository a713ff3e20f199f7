// Answers on delivery, returns and the like by quoting the shop's pages. `data/topics.json` has which lines speak of a topic, and what is
// said beside them to which words. Nothing is concluded from them but whether the shop ships to a country.

import { contentStems, fold } from '../../gateway/agent.ts';
import { isAlike } from './catalogue.ts';
import { TOPICS } from './data.ts';
import { cite, isProductPage, linesOf } from './facts.ts';
import { clean } from './phrases.ts';
import type { Wish } from './state.ts';
import { type Outcome, offerPeople, type World } from './world.ts';

export function topicTask(world: World, wish: Wish): Outcome {
  const { shop } = world;
  const topic = TOPICS[wish.name];
  if (topic === undefined) return { say: '' };
  const lineOf = (pattern: string) => shop.of(new RegExp(pattern, 'i')) ?? [];
  const found = topic.lines.flatMap(lineOf);
  const used = found.length > 0 ? found : [lineOf(topic.any)].flat();
  const lines = used.map(({ line }) => clean(line, 420));
  const citations = [...new Map(used.map(({ passage }) => [passage.uri, cite(passage)])).values()];
  const text = fold(wish.text);
  const [, sentence] = topic.answers?.find(([words]) => new RegExp(words, 'i').test(text)) ?? [];
  const say =
    (topic.isOfCountries ? toCountry(world, wish, lines) : null) ??
    (sentence === undefined ? null : fill(sentence, world, lines));
  if (say !== null) return { say, citations };
  // The pages of another site may speak of it in other words.
  if (lines.length === 0)
    return (
      answerFreely(wish.text, world) ?? {
        say: `I don't know about ${topic.about}: our pages say nothing of it. Our people can tell you: ${shop.people}.`,
      }
    );
  const people = topic.person ? ` Our people: ${shop.people}.${offerPeople(world)}` : '';
  return { say: `${[...new Set(lines)].join(' ')}${people}`, citations };
}

/** "{0}" is the topic's first line, "{standard}" what the pages say by that name; null where they lack it. */
function fill(sentence: string, world: World, lines: readonly string[]): string | null {
  const { people, quote } = world.shop;
  const own: Readonly<Record<string, string>> = {
    ...Object.fromEntries(lines.entries()),
    ...{ all: lines.join(' '), people, offer: offerPeople(world) },
  };
  let isWhole = true;
  const said = sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = own[name] ?? quote(name);
    isWhole &&= value !== null;
    return value ?? '';
  });
  return isWhole ? said.trim() : null;
}

/** Whether the shop ships to the country that was named, now or in a question on delivery just before. */
function toCountry({ shop, state }: World, wish: Wish, lines: readonly string[]): string | null {
  const isOn =
    TOPICS[state.last?.name ?? '']?.isOfCountries === true && !/\bfree\b/i.test(wish.text);
  const to = wish.tokens.find(({ is }) => is === 'country')?.country ?? (isOn && state.country);
  const countries = shop.quote('countries');
  if (!to || countries === null) return null;
  const { name, isInUnion } = to;
  const yes = `Yes, we ship to ${name}.`;
  if (!isInUnion && !countries.includes(name.replace('the ', '')))
    return `No, I'm afraid we don't ship to ${name}. ${countries}`;
  if (wish.name === 'customs')
    return `${yes}${isInUnion ? ' It is in the European Union.' : ''} ${lines[0] ?? ''}`;
  if (isInUnion)
    return `${yes} ${shop.quote(wish.name === 'express' ? 'express' : 'standard') ?? ''}`;
  const express = ` Our pages don't say whether express works there; our people know: ${shop.people}.`;
  return `${yes} ${shop.quote('abroad') ?? ''}${wish.name === 'express' ? express : ''}`;
}

/** What no topic names, on any site: the line of a page that surely speaks of it, or nothing. */
export function answerFreely(question: string, { passages }: World): Outcome | null {
  const asked = contentStems(question);
  const [best] = passages
    .filter((one) => !isProductPage(one))
    .flatMap((passage) => linesOf(passage).map((line) => ({ passage, line })))
    .map((one) => {
      const said = contentStems(`${one.passage.title} ${one.line}`);
      const hits = asked.filter((word) => said.some((other) => isAlike(word, other)));
      return { ...one, share: hits.length / asked.length };
    })
    .filter(({ share }) => share >= 0.6)
    .sort((a, b) => b.share - a.share);
  return best ? { say: clean(best.line, 420), citations: [cite(best.passage)] } : null;
}
