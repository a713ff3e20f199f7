// Models that write their thoughts into the text of the answer, as `<think>…</think>`: visitors read the answer alone, whole or
// while it is written. gateway/test/agents/model/model-agent.test.ts holds the reference gateway's agent to the same.

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Event, isEnd, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('an answer with its thoughts in the text', () => {
  let site: LocalSite;

  beforeAll(async () => {
    site = await startLocalSite({ workers: 8 });
  });
  afterAll(() => site?.close());
  afterEach(() => expect(site.debugLog()).toBe(''));

  interface Block {
    type: string;
    text: string;
  }

  /** Blocks of what the agent has said, with thoughts. */
  async function answerTo(...script: Record<string, unknown>[]): Promise<Block[]> {
    site.provider.scripts.set('', [script]);
    const chat = await site.open();
    await chat.send(says('hi'));
    const events = await until('the end', async () => {
      const { data } = await chat.list('?limit=100&include_thinking=true');
      return data.some(isEnd) ? data : null;
    });
    const said = events.find(({ type }: Event) => type === 'agent.message');
    return (said?.content ?? []) as Block[];
  }

  const TEXTS: [
    what: string,
    text: string,
    thought: string | undefined,
    said: string | undefined,
  ][] = [
    ['at once', '\n<think>\nGreet.\n</think>\n\nHi.', '\nGreet.\n', 'Hi.'],
    ['twice', '<think>a</think>\n<thinking>b</thinking>Hi.', 'ab', 'Hi.'],
    ['without a beginning', 'Greet.\n</think>\n\nHi.', 'Greet.', 'Hi.'],
    ['and finds nothing to say', '<think>Hmm', 'Hmm', undefined],
    [
      'not at all',
      'Write `<think>` and `</think>` <th',
      undefined,
      'Write `<think>` and `</think>` <th',
    ],
    ['with an empty thought', '<think>\n\n</think>\n\nHi.', '\n\n', 'Hi.'],
    ['in other letters', '<think>Grüße ☕</think>Grüße ☕', 'Grüße ☕', 'Grüße ☕'],
  ];

  it.each(TEXTS)('is told apart from them: %s', async (_, text, thought, said) => {
    await site.settle();
    const blocks = await answerTo({ say: text });
    expect(blocks.find(({ type }) => type === 'thought')?.text).toBe(thought);
    expect(blocks.find(({ type }) => type === 'text')?.text).toBe(said);
  });

  it('keeps a thought that the provider has told apart already, before those of the text', async () => {
    await site.settle();
    const blocks = await answerTo({ think: 'First. ' }, { say: '<think>Then.</think>Hi.' });
    expect(blocks).toMatchObject([
      { type: 'thought', text: 'First. Then.' },
      { type: 'text', text: 'Hi.' },
    ]);
  });

  it('shows no thought while it is written, nor half of a tag', async () => {
    await site.settle({ streams: 4 });
    const steps = ['<th', 'ink>Secret', ' plan.</thi', 'nk>\n\n', 'Hello ', 'there.'];
    const shown = await site.run(
      `$text = ''; $all = array();
       foreach ( json_decode( '${JSON.stringify(steps)}' ) as $piece ) { $text .= $piece; $all[] = Bellhop\\said_so_far( $text ); }
       echo wp_json_encode( $all );`,
    );
    expect(JSON.parse(shown)).toEqual(['', '', '', '', 'Hello ', 'Hello there.']);
    const [first, second] = [site.provider.hold('thinking'), site.provider.hold('speaking')];
    site.provider.scripts.set('', [
      [
        { say: '<think>Secret plan.' },
        { hold: 'thinking' },
        { say: '</think>\n\nHello ' },
        { hold: 'speaking' },
        { say: 'there.' },
      ],
    ]);
    const chat = await site.open();
    await chat.send(says('hi'));
    const row = () =>
      site.run(
        `$found = Bellhop\\rows( "SELECT body FROM {$GLOBALS['wpdb']->prefix}bellhop_previews WHERE session_id = '${chat.id}'" ); echo $found ? '[' . $found[0]['body'] . ']' : 'none';`,
      );
    await first.reached;
    // The row is written by the next look at the clock, a second later at most.
    await until('the row', async () => (await row()) !== 'none');
    expect(await row()).toBe('[]');
    first.release();
    await second.reached;
    await until('the words', async () => (await row()) === '[Hello ]');
    second.release();
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    const said = (await chat.list()).data.find(({ type }) => type === 'agent.message');
    expect(said?.content).toEqual([{ type: 'text', text: 'Hello there.' }]);
  });

  it('is no part of a summary, which visitors’ words go on from', async () => {
    const said = await site.run(
      `add_filter( 'pre_http_request', function () { return array( 'response' => array( 'code' => 200 ), 'headers' => array(), 'body' => '{"choices":[{"message":{"content":"<think>Short.</think>A summary."}}]}' ); } );
       echo wp_json_encode( Bellhop\\ask_provider( array( 'session_id' => 's', 'system' => '', 'lines' => array(), 'tools' => array(), 'names' => array(), 'max_tokens' => 10 ) ) );`,
    );
    expect(JSON.parse(said)).toMatchObject({ text: 'A summary.', thought: 'Short.' });
  });
});
