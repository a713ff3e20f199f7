// One small app, written in each framework as its own people would: a cart, a tool with a question, a tool that is drawn in the
// thread, two components that offer one tool, and what was said as a list.

export interface App {
  name: string;
  /** Of the app, by path; `Shop` is the component of all of it. */
  files: Readonly<Record<string, string>>;
  /** Puts the app onto a page whose server has drawn it already. */
  client: string;
  /** `export const drawn`: what the server sends. */
  server: string | null;
}

/** The page's chat, which each of the apps only finds. */
export const CHAT = `import { createBellhop } from 'bellhop';
window.chat = createBellhop({
  gateway: window.gateway,
  getSession: async (request) =>
    (await fetch('/session', { method: 'POST', body: JSON.stringify(request) })).json(),
});
`;

const REACT: App = {
  name: 'react',
  files: {
    'Shop.jsx': `import { createContext, useContext, useState } from 'react';
import { useBellhop, useMessages, usePageState, useTool } from 'bellhop/react';

const Unit = createContext('cm');
function Size({ call }) {
  const unit = useContext(Unit);
  const [size, setSize] = useState(10);
  if (call.status === 'done') return <p>Size {call.result.size} {unit} it is</p>;
  return (
    <fieldset>
      <button onClick={() => setSize(size + 1)}>Larger than {size} {unit}</button>
      <button onClick={() => call.respond({ size })}>Take {size}</button>
    </fieldset>
  );
}
function Sizes() {
  return useTool('choose_size', { description: 'Asks for a size.', render: (call) => <Size call={call} /> });
}
function Greeter({ words }) {
  useTool('greet', { description: 'Greets.', approval: 'auto' }, () => words);
  return null;
}
export function Shop() {
  const [count, setCount] = useState(0);
  const [isThere, setThere] = useState(true);
  const [words, setWords] = useState('outer');
  const chat = useBellhop();
  const messages = useMessages();
  usePageState('cart', { count });
  useTool('add_to_cart', { description: 'Adds.', approval: 'auto' }, () => { setCount(count + 1); return { count: count + 1 }; });
  useTool('empty_cart', {
    description: 'Empties the cart.',
    summarize: () => ({ title: 'Take all ' + count + ' out?' }),
  }, () => setCount(0));
  return (
    <main>
      <button disabled={!chat} onClick={() => chat.open()}>Ask us</button>
      <button onClick={() => setThere(false)}>leave</button>
      <button onClick={() => setWords('outer, changed')}>change</button>
      <p id="cart">{count} in the cart</p>
      <ol>{messages.map(({ id, role, text }) => <li key={id}>{role}: {text}</li>)}</ol>
      <Greeter words={words} />
      {isThere && <Greeter words="inner" />}
      <Unit.Provider value="mm"><Sizes /></Unit.Provider>
    </main>
  );
}
`,
  },
  client: `import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Shop } from './Shop.jsx';
hydrateRoot(document.querySelector('#app'), createElement(StrictMode, null, createElement(Shop)));
`,
  server: `import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Shop } from './Shop.jsx';
export const drawn = renderToString(createElement(Shop));
`,
};

const VUE: App = {
  name: 'vue',
  files: {
    'Size.vue': `<script setup>
import { inject, ref } from 'vue';
const { call } = defineProps(['call']);
const unit = inject('unit', 'cm');
const size = ref(10);
</script>
<template>
  <p v-if="call.status === 'done'">Size {{ call.result.size }} {{ unit }} it is</p>
  <fieldset v-else>
    <button @click="size += 1">Larger than {{ size }} {{ unit }}</button>
    <button @click="call.respond({ size })">Take {{ size }}</button>
  </fieldset>
</template>
`,
    'Greeter.vue': `<script setup>
import { useTool } from 'bellhop/vue';
const props = defineProps(['words']);
useTool('greet', () => ({ description: 'Greets: ' + props.words, approval: 'auto' }), () => props.words);
</script>
<template><!-- nothing --></template>
`,
    'Shop.vue': `<script setup>
import { provide, ref } from 'vue';
import { useBellhop, useMessages, usePageState, useTool } from 'bellhop/vue';
import Greeter from './Greeter.vue';
import Size from './Size.vue';

const count = ref(0);
const isThere = ref(true);
const words = ref('outer');
const chat = useBellhop();
const messages = useMessages();
provide('unit', 'mm');
usePageState('cart', () => ({ count: count.value }));
useTool('add_to_cart', { description: 'Adds.', approval: 'auto' }, () => ({ count: ++count.value }));
useTool('empty_cart', {
  description: 'Empties the cart.',
  summarize: () => ({ title: 'Take all ' + count.value + ' out?' }),
}, () => { count.value = 0; });
const Sizes = useTool('choose_size', { description: 'Asks for a size.' });
</script>
<template>
  <main>
    <button :disabled="!chat" @click="chat.open()">Ask us</button>
    <button @click="isThere = false">leave</button>
    <button @click="words = 'outer, changed'">change</button>
    <p id="cart">{{ count }} in the cart</p>
    <ol><li v-for="{ id, role, text } in messages" :key="id">{{ role }}: {{ text }}</li></ol>
    <Greeter :words="words" />
    <Greeter v-if="isThere" words="inner" />
    <Sizes v-slot="call"><Size :call="call" /></Sizes>
  </main>
</template>
`,
  },
  client: `import { createSSRApp } from 'vue';
import Shop from './Shop.vue';
createSSRApp(Shop).mount('#app');
`,
  server: `import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import Shop from './Shop.vue';
export const drawn = await renderToString(createSSRApp(Shop));
`,
};

const SVELTE: App = {
  name: 'svelte',
  files: {
    'Size.svelte': `<script>
  import { getContext } from 'svelte';
  let { call } = $props();
  const unit = getContext('unit') ?? 'cm';
  let size = $state(10);
</script>
{#if call.status === 'done'}
  <p>Size {call.result.size} {unit} it is</p>
{:else}
  <fieldset>
    <button onclick={() => (size += 1)}>Larger than {size} {unit}</button>
    <button onclick={() => call.respond({ size })}>Take {size}</button>
  </fieldset>
{/if}
`,
    'Greeter.svelte': `<script>
  import { useTool } from 'bellhop/svelte';
  let { words } = $props();
  useTool('greet', () => ({ description: 'Greets: ' + words, approval: 'auto' }), () => words);
</script>
`,
    'Shop.svelte': `<script>
  import { setContext } from 'svelte';
  import { useBellhop, useMessages, usePageState, useTool } from 'bellhop/svelte';
  import Greeter from './Greeter.svelte';
  import Size from './Size.svelte';

  let count = $state(0);
  let isThere = $state(true);
  let words = $state('outer');
  const chat = useBellhop();
  const messages = useMessages();
  setContext('unit', 'mm');
  usePageState('cart', () => ({ count }));
  useTool('add_to_cart', { description: 'Adds.', approval: 'auto' }, () => ({ count: ++count }));
  useTool('empty_cart', {
    description: 'Empties the cart.',
    summarize: () => ({ title: 'Take all ' + count + ' out?' }),
  }, () => { count = 0; });
  useTool('choose_size', { description: 'Asks for a size.', render: Size });
</script>
<main>
  <button disabled={!chat.current} onclick={() => chat.current.open()}>Ask us</button>
  <button onclick={() => (isThere = false)}>leave</button>
  <button onclick={() => (words = 'outer, changed')}>change</button>
  <p id="cart">{count} in the cart</p>
  <ol>{#each messages.current as { id, role, text } (id)}<li>{role}: {text}</li>{/each}</ol>
  <Greeter {words} />
  {#if isThere}<Greeter words="inner" />{/if}
</main>
`,
  },
  client: `import { hydrate } from 'svelte';
import Shop from './Shop.svelte';
hydrate(Shop, { target: document.querySelector('#app') });
`,
  server: `import { render } from 'svelte/server';
import Shop from './Shop.svelte';
export const drawn = render(Shop).body;
`,
};

const SIGNALS: App = {
  name: 'signals',
  files: {},
  client: `import { effect, signal } from '@preact/signals-core';
import { bellhopSignal, messagesSignal, offerPageState, offerTool } from 'bellhop/signals';

const count = signal(0);
const words = signal('outer');
const chat = bellhopSignal();
const messages = messagesSignal();
const button = (text, onclick) => Object.assign(document.createElement('button'), { textContent: text, onclick });
const cart = document.createElement('p');
const list = document.createElement('ol');
const ask = button('Ask us', () => chat.value.open());
offerPageState('cart', () => ({ count: count.value }));
offerTool('add_to_cart', { description: 'Adds.', approval: 'auto' }, () => ({ count: ++count.value }));
offerTool('empty_cart', {
  description: 'Empties the cart.',
  summarize: () => ({ title: 'Take all ' + count.value + ' out?' }),
}, () => { count.value = 0; });
offerTool('choose_size', {
  description: 'Asks for a size.',
  render({ root, status, result, respond }) {
    if (status === 'done') return Object.assign(document.createElement('p'), { textContent: 'Size ' + result.size + ' mm it is' });
    if (root.childElementCount > 0) return root.firstChild;
    const size = signal(10);
    const form = document.createElement('fieldset');
    const larger = button('', () => (size.value += 1));
    const take = button('', () => respond({ size: size.value }));
    effect(() => { larger.textContent = 'Larger than ' + size.value + ' mm'; take.textContent = 'Take ' + size.value; });
    form.append(larger, take);
    return form;
  },
});
offerTool('greet', () => ({ description: 'Greets: ' + words.value, approval: 'auto' }), () => words.value);
const leave = offerTool('greet', { description: 'Greets.', approval: 'auto' }, () => 'inner');
effect(() => { cart.textContent = count.value + ' in the cart'; });
effect(() => { ask.disabled = !chat.value; });
effect(() => {
  list.replaceChildren(...messages.value.map(({ role, text }) =>
    Object.assign(document.createElement('li'), { textContent: role + ': ' + text })));
});
document.querySelector('#app').append(
  ask, button('leave', leave), button('change', () => { words.value = 'outer, changed'; }), cart, list);
`,
  server: null,
};

/** The same, with a chat that the page draws itself. */
export const HEADLESS: App = {
  name: 'headless',
  files: {},
  client: `import { effect, signal } from '@preact/signals-core';
import { createHeadlessChat } from 'bellhop/headless';
import { messagesSignal, offerPageState, offerTool } from 'bellhop/signals';

const chat = createHeadlessChat({
  gateway: window.gateway,
  getSession: async (request) =>
    (await fetch('/session', { method: 'POST', body: JSON.stringify(request) })).json(),
});
const count = signal(0);
const list = document.createElement('ol');
offerPageState('cart', () => ({ count: count.value }), chat);
offerTool('add_to_cart', { description: 'Adds.', approval: 'auto', chat }, () => ({ count: ++count.value }));
const messages = messagesSignal(chat);
effect(() => {
  list.replaceChildren(...messages.value.map(({ role, text }) =>
    Object.assign(document.createElement('li'), { textContent: role + ': ' + text })));
});
document.querySelector('#app').append(list);
window.say = (text) => chat.send(text);
`,
  server: null,
};

export const APPS: readonly App[] = [REACT, VUE, SVELTE, SIGNALS];
