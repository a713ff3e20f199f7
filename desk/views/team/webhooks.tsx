// Webhooks: made for programs or for a chat program of colleagues, with how their deliveries went.

import type { Delivery, Webhook } from '../../../gateway/desk-types.ts';
import { CopyButton, Empty, Failure, Field, Outcome, SurePress, Waiting } from '../parts.tsx';
import { useAct } from '../use-act.ts';
import type { View } from '../view.ts';

/** Names of products: the same in every language. */
const PRODUCTS = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
  mattermost: 'Mattermost',
} as const;
const EVENTS = [
  'session.begun',
  'message.created',
  'run.ended',
  'tool.failed',
  'handover.requested',
  'feedback.given',
  'conversation.rated',
] as const;
/** What colleagues want to hear of; all the rest would be noise. */
const USUAL: readonly string[] = ['handover.requested', 'feedback.given', 'conversation.rated'];

export function WebhooksPart({ view }: { view: View }) {
  const { t, desk } = view;
  const { webhooks } = desk;
  const rows = webhooks.rows.value;
  const error = webhooks.error.value;
  const secret = webhooks.secret.value;
  if (error !== null) {
    return <Failure view={view} why={error.message} onRetry={() => webhooks.load()} />;
  }
  if (rows === null) return <Waiting view={view} />;
  return (
    <section class="sheet">
      <p class="quiet">{t('webhooksText')}</p>
      {rows.length === 0 && <Empty title={t('noWebhooks')} />}
      <ul class="devices">
        {rows.map((row) => (
          <Row key={row.webhook_id} view={view} webhook={row} />
        ))}
      </ul>
      {secret !== null && (
        <div class="minted" role="status">
          <p>
            <strong>{t('webhookSecret')}</strong>
          </p>
          <code dir="ltr">{secret.secret}</code>
          <div class="buttons start">
            <CopyButton view={view} text={secret.secret} label={t('copy')} isPrimary />
            <button type="button" class="button" onClick={() => webhooks.forgetSecret()}>
              {t('keyKept')}
            </button>
          </div>
        </div>
      )}
      <NewWebhook view={view} />
    </section>
  );
}

function NewWebhook({ view }: { view: View }) {
  const { t, desk } = view;
  const act = useAct(view);
  return (
    <details class="adding">
      <summary class="button">{t('newWebhook')}</summary>
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const element = event.currentTarget as HTMLFormElement;
          const form = new FormData(element);
          const events = form.getAll('event').map(String);
          const format = String(form.get('format')) as Webhook['format'];
          const webhook = {
            url: String(form.get('url') ?? ''),
            format,
            ...(events.length === 0 ? {} : { events }),
          };
          if (await act.run(() => desk.webhooks.add(webhook))) element.reset();
        }}
      >
        <Field id="webhook-url" label={t('webhookAddress')} hint={t('webhookUrlHint')}>
          <input
            id="webhook-url"
            name="url"
            type="url"
            aria-describedby="webhook-url-hint"
            required
          />
        </Field>
        <Field id="webhook-format" label={t('webhookFormat')}>
          <select id="webhook-format" name="format">
            <option value="json">{t('formatPlain')}</option>
            {Object.entries(PRODUCTS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <fieldset class="roles">
          <legend>{t('webhookEvents')}</legend>
          {EVENTS.map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                name="event"
                value={name}
                defaultChecked={USUAL.includes(name)}
              />
              <code dir="ltr">{name}</code>
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button primary" aria-disabled={act.isBusy.value}>
          {t('newWebhook')}
        </button>
        <Outcome act={act} />
      </form>
    </details>
  );
}

function Row({ view, webhook }: { view: View; webhook: Webhook }) {
  const { t, desk } = view;
  const { webhooks } = desk;
  const act = useAct(view);
  const { webhook_id: id, url, format } = webhook;
  const isOpen = webhooks.open.value?.webhook_id === id;
  const deliveries = isOpen ? (webhooks.open.value?.deliveries ?? []) : [];
  return (
    <li>
      <div class="about">
        <code dir="ltr">{url}</code>
        <span class="quiet" dir="ltr">
          {webhook.events?.join(', ') ?? '*'}
        </span>
      </div>
      <span class="chip">{format === 'json' ? 'JSON' : PRODUCTS[format]}</span>
      <div class="actions">
        <button
          type="button"
          class="plain"
          aria-expanded={isOpen}
          onClick={() => act.run(() => webhooks.showDeliveries(isOpen ? null : id), '')}
        >
          {t('deliveries')}
          <span class="hidden"> {url}</span>
        </button>
        <button type="button" class="plain" onClick={() => act.run(() => webhooks.rotate(id), '')}>
          {t('rotateSecret')}
          <span class="hidden"> {url}</span>
        </button>
        <SurePress
          label={t('deleteWebhook')}
          sure={t('deleteWebhookSure')}
          about={url}
          onSure={() => act.run(() => webhooks.remove(id), '')}
        />
      </div>
      {isOpen && deliveries.length === 0 && <p class="quiet inline">{t('noDeliveries')}</p>}
      {deliveries.length > 0 && (
        <ul class="audit inline">
          {deliveries.map((one) => (
            <li key={one.delivery_id}>
              <code dir="ltr">{one.type}</code>
              <span class="quiet">{stateOf(view, one)}</span>
              {one.has_text && (
                <button
                  type="button"
                  class="plain"
                  onClick={() =>
                    act.run(() => webhooks.sendAgain(id, one.delivery_id), t('sentAgain'))
                  }
                >
                  {t('sendAgain')}
                  <span class="hidden"> {one.type}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <Outcome act={act} />
    </li>
  );
}

function stateOf(view: View, { status, attempts, next_at, created_at }: Delivery): string {
  const { t } = view;
  const { format } = view.texts.value;
  const at = Date.parse(next_at ?? created_at);
  const when = `${format.day(at, view.now.value)}, ${format.time(at)}`;
  if (next_at !== null) return t('deliveryWaits', { n: attempts, when });
  const said = status === null ? t('noAnswer') : String(status);
  const isTaken = status !== null && status >= 200 && status < 300;
  return `${t(isTaken ? 'delivered' : 'deliveryFailed', { status: said })} · ${when}`;
}
