import { describe, expect, it } from 'vitest';
import { converse, fail } from './conversation.ts';
import { createShop, json, TOOLS, without } from './shop.ts';

describe('filling the cart', () => {
  it('finds the product that was asked for and adds the right id, quantity and variant', async () => {
    const chat = converse({ shop: createShop() });
    const reply = await chat.say('Add two green mugs to my cart');
    expect(reply.calls.map((call) => call.name)).toEqual(['search_products', 'add_to_cart']);
    expect(reply.calls[1]?.input).toEqual({ product_id: 'mug-1', quantity: 2, variant: 'green' });
    expect(reply.text).toMatch(/2 × Morning mug in green/);
    expect(reply.text).toContain('€36.00');
  });

  it('adds again what was added last: "two more"', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add a blue teapot');
    const reply = await chat.say('two more');
    expect(reply.calls).toEqual([
      { name: 'add_to_cart', input: { product_id: 'pot-1', quantity: 2, variant: 'blue' } },
    ]);
  });

  it('tells of the green one, and adds it on "yes"', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add a sand morning mug');
    const about = await chat.say('and the green one?');
    expect(about.calls).toEqual([]);
    expect(about.text).toMatch(/Morning mug in green/);
    const added = await chat.say('yes please');
    expect(added.calls[0]?.input).toMatchObject({ product_id: 'mug-1', variant: 'green' });
  });

  it('understands slips in the verb and in the product', async () => {
    const chat = converse({ shop: createShop() });
    const reply = await chat.say('ad a rainy day teapto in blue to my crat');
    expect(reply.calls.at(-1)).toEqual({
      name: 'add_to_cart',
      input: { product_id: 'pot-1', quantity: 1, variant: 'blue' },
    });
  });

  it('does two things at once in one turn', async () => {
    const chat = converse({ shop: createShop() });
    const reply = await chat.say('add a blue teapot and two linen tea towels');
    expect(reply.turns).toEqual([
      ['search_products', 'search_products'],
      ['add_to_cart', 'add_to_cart'],
    ]);
    expect(reply.text).toContain('€74.00');
  });

  it('prices the cart and leaves for the checkout only when it is filled', async () => {
    const chat = converse({ shop: createShop() });
    const reply = await chat.say(
      'add a linen tea towel, apply coupon SAVE10 and take me to checkout',
    );
    expect(reply.turns.flat()).toEqual([
      'search_products',
      'add_to_cart',
      'apply_coupon',
      'go_to_page',
    ]);
  });

  it('lets the visitor choose a variant where none was named', async () => {
    const chat = converse({ shop: createShop() });
    const reply = await chat.say('add a morning mug');
    expect(reply.calls[1]).toMatchObject({
      name: 'offer_choices',
      input: { options: ['green', 'sand', 'blue'] },
    });
    expect(reply.calls[2]?.input).toMatchObject({ variant: 'sand' });
  });

  it('asks in words where the page has no buttons, and takes the answer', async () => {
    const chat = converse({ shop: createShop(), tools: without('offer_choices') });
    const question = await chat.say('add three morning mugs');
    expect(question.text).toMatch(/green, sand and blue/);
    const reply = await chat.say('blue');
    expect(reply.calls).toEqual([
      { name: 'add_to_cart', input: { product_id: 'mug-1', quantity: 3, variant: 'blue' } },
    ]);
  });

  it('says so when the wished colour does not exist', async () => {
    const chat = converse({ shop: createShop(), tools: without('offer_choices') });
    const reply = await chat.say('add a purple morning mug');
    expect(reply.text).toMatch(/doesn't come in purple/);
    expect(reply.calls.map((call) => call.name)).not.toContain('add_to_cart');
  });

  it('does not add what is out of stock', async () => {
    const chat = converse({ shop: createShop() });
    const reply = await chat.say('add the reading lamp');
    expect(reply.calls.map((call) => call.name)).toEqual(['search_products']);
    expect(reply.text).toMatch(/out of stock/);
  });

  it('asks which one when several fit, and remembers how many', async () => {
    const chat = converse({ shop: createShop(), tools: without('offer_choices') });
    const question = await chat.say('add two mugs');
    expect(question.text).toMatch(/Which one/);
    const reply = await chat.say('the travel one');
    expect(reply.calls).toEqual([
      { name: 'add_to_cart', input: { product_id: 'mug-2', quantity: 2, variant: 'black' } },
    ]);
  });

  it('asks which product "it" is when nothing was spoken of', async () => {
    const chat = converse({ shop: createShop() });
    const question = await chat.say('add it');
    expect(question.calls).toEqual([]);
    expect(question.text).toMatch(/Which product/);
    const reply = await chat.say('the linen towel');
    expect(reply.calls.at(-1)).toMatchObject({
      name: 'add_to_cart',
      input: { product_id: 'towel-1' },
    });
  });

  it('refuses a quantity that is none', async () => {
    const reply = await converse({ shop: createShop() }).say('add 0 mugs');
    expect(reply.calls).toEqual([]);
    expect(reply.text).toMatch(/one or more/);
  });
});

describe('changing the cart', () => {
  it('shows the cart with its total', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add two blue teapots');
    const reply = await chat.say("what's in my cart?");
    expect(reply.calls).toEqual([{ name: 'show_cart', input: {} }]);
    expect(reply.text).toMatch(/2 × Rainy day teapot in blue/);
    expect(reply.text).toContain('€92.00');
  });

  it('says plainly that the cart is empty', async () => {
    expect((await converse({ shop: createShop() }).say('show my cart')).text).toBe(
      'Your cart is empty.',
    );
  });

  it('removes "it" by setting its quantity to 0', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add a blue teapot');
    const reply = await chat.say('remove it');
    expect(reply.calls).toEqual([
      { name: 'change_quantity', input: { product_id: 'pot-1', quantity: 0, variant: 'blue' } },
    ]);
  });

  it('looks into the cart first when it does not know the product', async () => {
    const shop = createShop();
    shop.add_to_cart?.({ product_id: 'pot-1', quantity: 1, variant: 'blue' });
    const reply = await converse({ shop }).say('remove the teapot');
    expect(reply.turns).toEqual([['show_cart'], ['change_quantity']]);
  });

  it('does not touch the cart when the product is not in it', async () => {
    const shop = createShop();
    shop.add_to_cart?.({ product_id: 'pot-1', quantity: 1, variant: 'blue' });
    const reply = await converse({ shop }).say('remove the sofa');
    expect(reply.turns).toEqual([['show_cart']]);
    expect(reply.text).toMatch(/don't see “sofa”/);
  });

  it('changes a quantity, up to a number and down by one', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add a blue teapot');
    expect((await chat.say('make it three')).calls.at(-1)?.input).toMatchObject({ quantity: 3 });
    expect((await chat.say('one less')).calls.at(-1)?.input).toMatchObject({
      product_id: 'pot-1',
      quantity: 2,
    });
  });

  it('takes a bare number as the new quantity', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add a blue teapot');
    expect((await chat.say('4')).calls).toEqual([
      { name: 'change_quantity', input: { product_id: 'pot-1', quantity: 4, variant: 'blue' } },
    ]);
  });

  it('empties the cart line by line, in one turn', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('add a blue teapot and a linen tea towel');
    const reply = await chat.say('empty my cart');
    expect(reply.turns).toEqual([['show_cart'], ['change_quantity', 'change_quantity']]);
  });
});

describe('going on from what was said', () => {
  it('takes a lone colour for a question about what was spoken of', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('show me the morning mug');
    for (const line of ['what about blue?', 'blue']) {
      const reply = await chat.say(line);
      expect(reply.calls).toEqual([]);
      expect(reply.text).toMatch(/Morning mug in blue/);
    }
  });

  it('asks the same of another product: "and the teapot?"', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('how much is the travel mug?');
    expect((await chat.say('and the teapot?')).text).toContain('€46.00');
  });

  it('looks up what it knows from the cart alone before it adds more of it', async () => {
    const shop = createShop();
    shop.add_to_cart?.({ product_id: 'pot-1', quantity: 1, variant: 'blue' });
    const chat = converse({ shop, tools: without('offer_choices') });
    await chat.say('show my cart');
    const reply = await chat.say('how much is the rainy day teapot?');
    expect(reply.calls.map((call) => call.name)).toEqual(['search_products']);
    expect(reply.text).toContain('€46.00');
  });

  it('says which colour there is nothing in', async () => {
    const reply = await converse({ shop: createShop() }).say('do you have mugs in red?');
    expect(reply.text).toMatch(/nothing in red/);
    expect(reply.text).not.toContain('Linen');
  });

  it('owns up that it sees no orders, and offers to write to those who do', async () => {
    const chat = converse({ shop: createShop() });
    expect((await chat.say('where is my order?')).text).toMatch(/can't see or change orders/);
    expect((await chat.say('yes')).text).toMatch(/What should the message about order say/);
  });
});

describe('finding and showing', () => {
  it('lists what it found, and shows the one that was pointed at', async () => {
    const chat = converse({ shop: createShop() });
    const list = await chat.say('do you have mugs?');
    expect(list.text).toMatch(/Morning mug, €18\.00[\s\S]*Travel mug, €24\.00/);
    const shown = await chat.say('the second one');
    expect(shown.calls).toEqual([{ name: 'show_product', input: { product_id: 'mug-2' } }]);
    expect((await chat.say('add it')).calls[0]?.input).toMatchObject({
      product_id: 'mug-2',
      quantity: 1,
    });
  });

  it('shows a list as cards where the page offers them, and adds what a card’s button says', async () => {
    const cards = { name: 'show_items', description: '', input_schema: { type: 'object' } };
    const shop = createShop({ show_items: () => json('The visitor sees all 2 items.') });
    const chat = converse({ shop, tools: [...TOOLS, cards] });
    const reply = await chat.say('do you have mugs?');
    expect(reply.calls.at(-1)).toMatchObject({
      name: 'show_items',
      input: { items: [{ title: 'Morning mug', price: '€18.00' }, { title: 'Travel mug' }] },
    });
    expect(reply.text).not.toContain('Travel mug');
    const added = await chat.say('Add to cart: Travel mug');
    expect(added.calls.at(-1)).toMatchObject({
      name: 'add_to_cart',
      input: { product_id: 'mug-2' },
    });
  });

  it('searches, then shows the product of that name', async () => {
    const reply = await converse({ shop: createShop() }).say('show me the travel mug');
    expect(reply.calls.map((call) => call.name)).toEqual(['search_products', 'show_product']);
  });

  it('answers about price and stock from the search', async () => {
    const chat = converse({ shop: createShop() });
    expect((await chat.say('how much is the travel mug?')).text).toContain('€24.00');
    expect((await chat.say('is the reading lamp in stock?')).text).toMatch(/out of stock/);
  });

  it('keeps to a price limit', async () => {
    const reply = await converse({ shop: createShop() }).say('Find me a gift under €20');
    expect(reply.text).toContain('Linen tea towel');
    expect(reply.text).not.toContain('Travel mug');
  });

  it('keeps its search within what the schema allows', async () => {
    const reply = await converse({ shop: createShop() }).say('do you have mugs?');
    expect(reply.calls[0]?.input).toMatchObject({ max_results: 10 });
  });

  it('says so when the shop has nothing of the kind, and invents nothing', async () => {
    const reply = await converse({ shop: createShop() }).say('do you have bicycles?');
    expect(reply.text).toMatch(/couldn't find “bicycles”/);
    expect(reply.citations).toEqual([]);
  });

  it('helps to choose through the page, and shows what was chosen', async () => {
    const reply = await converse({ shop: createShop() }).say('help me choose a mug');
    expect(reply.calls).toEqual([
      { name: 'search_products', input: { query: 'mug', max_results: 10 } },
      {
        name: 'offer_choices',
        input: {
          question: 'Which of these do you like best?',
          options: ['Morning mug', 'Travel mug'],
        },
      },
      { name: 'show_product', input: { product_id: 'mug-2' } },
    ]);
  });

  it('takes "none of these" for an answer', async () => {
    const shop = createShop({ offer_choices: () => fail('declined', 'None of these.') });
    const reply = await converse({ shop }).say('help me choose a mug');
    expect(reply.calls).toHaveLength(2);
    expect(reply.text).toMatch(/No problem/);
  });
});

describe('pages, coupons and the contact form', () => {
  it('opens a page by one of its names', async () => {
    const chat = converse({ shop: createShop() });
    expect((await chat.say('take me to checkout')).calls[0]?.input).toEqual({ page: 'checkout' });
    expect((await chat.say('go to the basket')).calls[0]?.input).toEqual({ page: 'cart' });
  });

  it('names the pages it can open when it does not know the one asked for', async () => {
    expect((await converse({ shop: createShop() }).say('go to the moon')).text).toMatch(
      /I can open home, products/,
    );
  });

  it('applies a coupon, asking for the code where none was given', async () => {
    const chat = converse({ shop: createShop() });
    expect((await chat.say('apply a coupon')).text).toBe('What is the code?');
    expect((await chat.say('save10')).calls).toEqual([
      { name: 'apply_coupon', input: { code: 'SAVE10' } },
    ]);
  });

  it('goes to the cart when only that page takes coupons', async () => {
    const chat = converse({ shop: createShop(), tools: without('apply_coupon') });
    const moved = await chat.say('apply coupon SAVE10');
    expect(moved.calls).toEqual([{ name: 'go_to_page', input: { page: 'cart' } }]);
  });

  it('asks what the message should say, then fills in the form with it', async () => {
    const chat = converse({ shop: createShop() });
    expect((await chat.say('contact you about my order')).text).toMatch(/What should the message/);
    const reply = await chat.say("I'm Ada Lovelace, ada@example.org. The parcel never came.");
    expect(reply.calls).toEqual([
      {
        name: 'fill_contact_form',
        input: {
          name: 'Ada Lovelace',
          email: 'ada@example.org',
          topic: 'order',
          message: 'The parcel never came.',
        },
      },
    ]);
    expect(reply.text).toMatch(/send it yourself/);
  });

  it('drops the message when the visitor thinks again', async () => {
    const chat = converse({ shop: createShop() });
    await chat.say('I want to contact support');
    const reply = await chat.say('never mind');
    expect(reply.calls).toEqual([]);
  });

  it('says that it is no person when one is asked for', async () => {
    expect((await converse({ shop: createShop() }).say('let me talk to a human')).text).toMatch(
      /automated assistant/,
    );
  });
});
