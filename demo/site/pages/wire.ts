// Two pages for the curious owner: what happened on the wire, step by step; and tools that fail on purpose.

import { html } from 'hono/html';

export function wirePage() {
  return html`
  <h1>Behind the scenes</h1>
  <div class="prose">
    <p>Talk to Fern, then look here: these are the events of your own conversation, in the order in which the gateway keeps them. On this page the chat also has its owner’s view switched on (<code>data-debug="on"</code>).</p>
    <ol class="steps">
      <li><strong>Nothing, at first.</strong> The page loads one small script. It makes no request and stores nothing until you open the chat.</li>
      <li><strong>A session.</strong> Opening asks the shop’s own <code>POST /session</code> for a session and a short-lived token, which stays in memory.</li>
      <li><strong>Your message</strong> is written down in your browser first, then posted once: <code>POST /v1/sessions/…/events</code>.</li>
      <li><strong>The reply</strong> arrives on a stream; the list with <code>after_id</code> fills every gap.</li>
      <li><strong>A tool</strong> pauses the run. The page runs it, after asking you where it changes something, and posts a <code>user.tool_result</code> with its timing.</li>
    </ol>
  </div>
  <div class="title-row narrow"><h2>Your conversation</h2><button class="button quiet" type="button" data-wire-refresh>Read again</button></div>
  <p class="form-note" role="status" data-wire-status></p>
  <ol class="wire" data-wire><li class="wire-empty">Nothing yet. Open the chat and say hello.</li></ol>`;
}

export function toolsPage() {
  return html`
  <h1>Tools that fail on purpose</h1>
  <div class="prose"><p>An agent’s tools meet the real world: people say no, networks break, time runs out. Each button asks Fern to call a tool of this page that ends in one particular way, so that you can see what a visitor sees, and on <a href="/wire">Behind the scenes</a> what the agent is told.</p></div>
  <p class="form-note" role="status" data-lab-note></p>
  <ul class="lab" data-lab></ul>
  <noscript><p>The tools live in your browser and need JavaScript.</p></noscript>`;
}
