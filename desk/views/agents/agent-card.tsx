// The card of an A2A agent, below the address that its record has: asked for when the form is opened and when it was saved, since the
// gateway knows the headers that were saved and no others.

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CardReply } from '../../../gateway/desk-types.ts';
import type { ApiError } from '../../edge/api.ts';
import type { View } from '../view.ts';

export function AgentCard(props: { view: View; agentId: string; isSaved: boolean }) {
  const { view, agentId, isSaved } = props;
  const { t, desk } = view;
  const found = useSignal<CardReply | null>(null);
  const why = useSignal('');
  const isBusy = useSignal(false);
  const read = async () => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    why.value = '';
    try {
      found.value = await desk.agents.readCard(agentId);
    } catch (error) {
      found.value = null;
      why.value = (error as ApiError).message;
    }
    isBusy.value = false;
  };
  useEffect(() => {
    if (isSaved) void read();
  }, [agentId, isSaved]);
  if (!isSaved) return <p class="quiet">{t('cardUnsaved')}</p>;
  const reply = found.value;
  return (
    <section class="sheet boxed agent-card" aria-busy={isBusy.value}>
      <h3>{t('cardTitle')}</h3>
      <p class="error" role="alert">
        {reply?.problem ?? why.value}
      </p>
      {reply !== null && <Facts view={view} card={reply.card} />}
      <p role="status" class={isBusy.value ? 'quiet' : 'hidden'}>
        {isBusy.value ? t('cardReading') : ''}
      </p>
      <div>
        <button type="button" class="button" aria-disabled={isBusy.value} onClick={read}>
          {t('cardCheck')}
        </button>
      </div>
    </section>
  );
}

type Card = CardReply['card'];

function Facts({ view, card }: { view: View; card: Card }) {
  const { t } = view;
  const { provider, version, interfaces, security, skills } = card;
  return (
    <>
      <div>
        <p class="headline" dir="auto">
          {card.name}
        </p>
        <p dir="auto">{card.description}</p>
      </div>
      <dl>
        {provider !== null && provider.organization !== '' && (
          <Fact name={t('cardBy')}>{provider.organization}</Fact>
        )}
        {version !== '' && <Fact name={t('cardVersion')}>{version}</Fact>}
        <Fact name={t('cardAnswers')}>{t(card.streams ? 'cardStreams' : 'cardWhole')}</Fact>
        <Fact name={t('cardSpeaks')}>
          {interfaces
            .map(({ transport, protocol_version }) => `${transport} ${protocol_version}`.trim())
            .join(', ')}
        </Fact>
        <Fact name={t('cardWants')}>
          {security.map((one) => wanted(view, one)).join(', ') || t('cardNothing')}
        </Fact>
      </dl>
      {skills.length > 0 && (
        <>
          <h4>{t('cardSkills')}</h4>
          <ul>
            {skills.map(({ name, description, tags }, index) => (
              <li key={index}>
                <strong dir="auto">{name}</strong> <span dir="auto">{description}</span>{' '}
                <span class="quiet" dir="auto">
                  {tags.join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function wanted({ t }: View, { kind, detail }: Card['security'][number]): string {
  switch (kind) {
    case 'api_key':
      return t('cardKey', { name: detail });
    case 'http':
      return t('cardKey', { name: `Authorization: ${detail}` });
    case 'oauth2':
      return 'OAuth 2';
    case 'openid':
      return 'OpenID Connect';
    case 'mtls':
      return t('cardCertificate');
  }
}
