// What `bellhop-gateway --help` says: every command and setting, in the order in which somebody meets them.

export const USAGE = `Usage: bellhop-gateway [options]                  answer chats (in the repository: npm run gateway -- [options])
       bellhop-gateway init                        write .env, and a compose file or a unit of systemd; make the first site
       bellhop-gateway doctor [--json] [options]   look at all that these settings need, and say what to do
       bellhop-gateway backup FILE [--data DIR]    copy all that is stored into FILE (- for a pipe)
       bellhop-gateway restore FILE [--data DIR]   fill a new, empty database from it

First try, on this machine alone, with a model of your own:
  ANTHROPIC_API_KEY=sk-… bellhop-gateway           (or OPENAI_API_KEY)

For others to reach it: a key, and a proxy in front that brings TLS.
  BELLHOP_ADMIN_KEY=$(openssl rand -hex 24) BELLHOP_TRUSTED_PROXIES=127.0.0.1 bellhop-gateway --host 127.0.0.1

Options (in brackets: the variable that does the same, and what holds without either)
  --port N                 port to listen on (GATEWAY_PORT; 4320)
  --host ADDRESS           address to listen on (GATEWAY_HOST; 127.0.0.1 without BELLHOP_ADMIN_KEY, else all)
  --data DIR               where the embedded database lives (.data)
  --agent MODULE           an agent of your own: a file or a package whose default export is { name, agent }. May be given
                           several times; the first is what sessions get that name none
  --silence-limit SECONDS  how long a model's provider may say nothing (BELLHOP_SILENCE_LIMIT; 60)
  --run-limit SECONDS      how long one answer may take (BELLHOP_RUN_LIMIT; 600)
  --env FILE               settings from a file, one NAME=value on a line; the environment's own come first

The agent “model”
  ANTHROPIC_API_KEY, OPENAI_API_KEY           a provider's key turns it on
  ANTHROPIC_BASE_URL, OPENAI_BASE_URL         another server that speaks the provider's protocol
  BELLHOP_MODEL, BELLHOP_MODEL_PROVIDER       which model; openai or anthropic where there are two keys
  BELLHOP_REASONING_EFFORT                    low, medium or high lets it think
  BELLHOP_OPENAI_API                          responses or chat: which of OpenAI's interfaces a server speaks
  BELLHOP_MODEL_FILES                         attached files that it reads: image,pdf or none (by its name)
  BELLHOP_PRICES                              nanocredits for a token, by model, as JSON:
                                              {"gpt-4.1-mini": {"input": 400, "output": 1600}}
  BELLHOP_CURRENCY                            what a credit is, for the desk's numbers: EUR
  BELLHOP_CONTEXT_WINDOW                      tokens that it reads before old turns are summarised
  BELLHOP_PAGE_CONTEXT                        refuse: a page's own system.message is answered with 400

Embeddings, for knowledge (on by themselves with OpenAI's own key)
  BELLHOP_EMBEDDINGS_MODEL                    which model (text-embedding-3-small); off: full text alone
  BELLHOP_EMBEDDINGS_URL, BELLHOP_EMBEDDINGS_KEY
                                              another server that speaks OpenAI's protocol, and its key
  BELLHOP_EMBEDDINGS_DIMENSIONS               numbers in a vector, where the model lets one choose
  BELLHOP_EMBEDDINGS_MIN_SIMILARITY           how alike a passage must be to the question (0.2)

Database and more than one process
  DATABASE_URL=postgres://…                   a PostgreSQL server instead, which several gateways may share
  REDIS_URL=redis://…                         those tell each other by a Redis or Valkey instead of by that server
  BELLHOP_LEAVE_SECONDS                       it serves on after SIGTERM, while /readyz says 503 (5; embedded: 0)
  BELLHOP_DRAIN_SECONDS                       for running answers, when told to stop (20)

Who may do what
  BELLHOP_ADMIN_KEY                           the operator's key, 24 characters at least (without: a new one, printed)
  BELLHOP_DESK_LINK                           1: print a link that signs in to the desk (/desk) once, on this machine
                                              alone, also where there is a key (without a key it is always printed)
  BELLHOP_PUBLIC_URL                          the gateway's origin as browsers see it; for the doctor and the next ones
  BELLHOP_OIDC_ISSUER, BELLHOP_OIDC_CLIENT_ID, BELLHOP_OIDC_CLIENT_SECRET
                                              an identity provider at which people sign in to the desk
  BELLHOP_OIDC_OWNERS, BELLHOP_OIDC_AGENTS    who of them may: anna@shop.example, @shop.example, group:support
  BELLHOP_OIDC_NAME, BELLHOP_OIDC_SCOPES, BELLHOP_OIDC_GROUPS_CLAIM, BELLHOP_OIDC_SESSION_HOURS (12)
  BELLHOP_DESK_PASSWORDS                      off: no logins with passwords besides
  BELLHOP_SMTP_URL, BELLHOP_MAIL_FROM         mail: smtps://user:password@mail.example:465, and whose it is:
                                              Shop <chat@shop.example>; with BELLHOP_PUBLIC_URL
  BELLHOP_ALLOWED_ORIGINS                     origins whose pages may read replies, parted by commas (any)
  BELLHOP_FIRST_SITE                          origin of a site that the start makes, with its tag, where there is none
  BELLHOP_TRUSTED_PROXIES                     addresses or networks whose X-Forwarded-For is believed (none)
  BELLHOP_COUNTRY_HEADER                      in which header a proxy says the country: CF-IPCountry (none)
  BELLHOP_WEBHOOKS_PRIVATE                    1: webhooks may go to private networks, and by http
  BELLHOP_AGENTS_PRIVATE                      1: so may agents' requests to backends and tool servers, and imports
  BELLHOP_SANDBOX_ORIGIN                      an origin that reaches this gateway and serves the frames of apps alone:
                                              https://apps.example (none: they come from the gateway's own)
  BELLHOP_ACCOUNT_JWKS_URL, BELLHOP_ACCOUNT_ISSUER, BELLHOP_ACCOUNT_AUDIENCE
                                              an identity provider whose tokens may read analytics

How much (every process counts for itself: with four of them a token may take four times as much)
  BELLHOP_RATE_LIMIT, BELLHOP_RATE_BURST      requests a second for each token, and how many at once (50, 200)
  BELLHOP_EVENT_LIMIT, BELLHOP_EVENT_BURST    events that a token sends (50, 500)
  BELLHOP_BYTE_LIMIT, BELLHOP_BYTE_BURST      bytes of bodies and lists for each token (1048576, 16777216)
  BELLHOP_ADMIN_RATE_LIMIT, BELLHOP_ADMIN_RATE_BURST
                                              calls of /admin for each key (200, 2000)
  BELLHOP_SESSION_EVENTS                      events that a session takes (200000); counted in the database
  BELLHOP_SESSION_MIB_PER_DAY                 MiB that its clients may send in a day (64); counted in the database
  BELLHOP_AUDIT_DAYS                          how long the audit of /admin is kept (400; 0: for ever)

What it tells
  BELLHOP_LOG_LEVEL                           debug, info, warn, error or silent (info; in a terminal warn: no line for
                                              each request). No line holds a token or a text. debug: stacks, too
  BELLHOP_LOG_FORMAT                          json or text (json; in a terminal text)
  BELLHOP_METRICS                             who reads /metrics: admin, loopback (besides, this machine) or off (admin)
  OTEL_EXPORTER_OTLP_ENDPOINT                 a collector, which gets traces (of OTEL_SERVICE_NAME; bellhop-gateway)

Containers, systemd, proxies, backups: deploy/README.md in this package.`;
