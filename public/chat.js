// Settings of chat.html: what the owner has written into the page, and what of a link's query may be added to it.
//
// Anybody can make a link to this page, and it runs on the owner's origin. So a link chooses addresses only from those that
// the owner has written, replaces nothing that the owner has set, and otherwise says only how the chat looks. What it may
// say passes the same checks as the attributes of a script tag: bellhop.js reads it from `bellhopConfig`.

(() => {
  /** Several may be written, and a link chooses one of them. */
  const ADDRESSES = ['gateway', 'session'];
  /** A link may set these where the owner has left them open. */
  const LOOK = ['color', 'history', 'lang', 'sound', 'theme', 'thinking', 'transport'];
  /** Words and links that would speak in the owner's name: a link may set them where `bellhop-open` lists them. */
  const WORDS = [
    'title',
    'avatar',
    'greeting',
    'prompts',
    'attachments',
    'debug',
    'contact',
    'privacy',
  ];
  /** Whose tools, texts and pictures the chat takes: the owner's word alone. */
  const OWNERS = [
    'site',
    'user-token',
    'name',
    'strings',
    'tools',
    'publish-tools',
    'cards',
    'abilities',
    'login-nonce-url',
    // The name of before.
    'nonce-url',
    'delete-url',
    'feedback',
    'voice',
    'feedback-url',
    'images',
    'consent',
  ];
  /** A limit against endless lists; a site has one or two. */
  const MAX_ADDRESSES = 20;

  const query = new URLSearchParams(location.search);
  const config = { __proto__: null, target: '#chat' };
  const warn = (sentence) => console.warn('[bellhop]', `chat.html: ${sentence}`);

  /** What the owner has written, or null. */
  const written = (name) => document.querySelector(`meta[name="${name}"]`)?.content.trim() ?? null;
  /** "delete-url" → "deleteUrl" */
  const keyOf = (name) => name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  const addressOf = (text) => {
    try {
      return new URL(text, document.baseURI).href.replace(/\/$/, '');
    } catch {
      return null;
    }
  };

  for (const name of ADDRESSES) {
    const own = (written(`bellhop:${name}`) ?? '').split(/\s+/).slice(0, MAX_ADDRESSES);
    const known = own.filter((text) => text !== '').map(addressOf);
    if (known.length === 0 && name === 'gateway') known.push(location.origin);
    const asked = query.has(name) ? addressOf(query.get(name)) : known[0];
    if (known.includes(asked)) config[name] = asked;
    else if (query.has(name)) {
      warn(`the link’s “${name}” is none of the addresses in <meta name="bellhop:${name}">.`);
    }
  }
  for (const name of [...LOOK, ...WORDS, ...OWNERS]) {
    const own = written(`bellhop:${name}`);
    if (own !== null) config[keyOf(name)] = own;
  }
  const opened = (written('bellhop-open') ?? '').split(/[\s,]+/);
  const allowed = [...LOOK, ...WORDS.filter((name) => opened.includes(name))];
  for (const [name, value] of query) {
    if (ADDRESSES.includes(name)) continue;
    if (!allowed.includes(name)) warn(`a link may not set “${name.slice(0, 40)}”.`);
    else if (!(keyOf(name) in config)) config[keyOf(name)] = value;
  }

  // A link that is refused gets no chat at all, rather than another one than it says.
  if (config.gateway && (config.session || config.site)) window.bellhopConfig = config;
  else {
    document.getElementById('problem').hidden = false;
    document.getElementById('chat').hidden = true;
  }
  if (config.title) document.title = config.title;
  const lang = config.lang && config.lang !== 'auto' ? config.lang : navigator.language;
  if (/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(lang)) document.documentElement.lang = lang;
})();
