/** @jsxImportSource react */
// Where answers come from: this WordPress, or a gateway, which is connected in one press or by hand.

import { Button, TextControl } from '@wordpress/components';
import { useState } from '@wordpress/element';
import { __, sprintf } from '@wordpress/i18n';
import type { FormEvent, ReactNode } from 'react';
import { idOf, SIZES } from '../fields/control.tsx';
import { Help } from '../fields/field-row.tsx';
import { Findings, Lines } from '../fields/lines.tsx';
import { type Field, fieldsOf } from '../page.ts';
import { Paste } from './paste.tsx';
import { TestButton } from './start.tsx';
import { type Store, useStore } from './store.ts';

export function Connection({ children }: { children: ReactNode }) {
  const { page, findings } = useStore();
  const { mode, connection } = page;
  return (
    <>
      <Lines lines={page.lines.start} />
      {mode === 'local' && page.answers && (
        <div className="bellhop-buttons">
          <TestButton />
        </div>
      )}
      <Findings findings={findings} />
      {children}
      {mode === 'local' ? (
        <details className="bellhop-group">
          <summary>{__('Use a gateway instead', 'bellhop')}</summary>
          <p>
            {__(
              'A gateway is a service that you rent or run. It does more than this WordPress can by itself: live answers, a knowledge base, many visitors at once. Not connected yet, Bellhop sends nothing to any.',
              'bellhop',
            )}
          </p>
          <ConnectForm />
          <ByHand />
        </details>
      ) : (
        <section className="bellhop-group" aria-label={__('Gateway', 'bellhop')}>
          <h3>{__('Gateway', 'bellhop')}</h3>
          {!connection.is_connected && !connection.token_in_config && <ConnectForm />}
          <ByHand />
        </section>
      )}
      <Paste />
    </>
  );
}

/** Leads to the gateway's desk, where the site is allowed, and back. */
function ConnectForm() {
  const store = useStore();
  const { connection, values } = store.page;
  const [address, setAddress] = useState(String(values.gateway_url ?? ''));
  const [isBusy, setBusy] = useState(false);
  const connect = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const prepared = await store.act<{ go: string }>('connect', { address });
    if (prepared !== null) location.assign(prepared.go);
    else setBusy(false);
  };
  return (
    <form onSubmit={(event) => void connect(event)}>
      <TextControl
        {...SIZES}
        id="bellhop-connect-address"
        type="url"
        dir="ltr"
        label={__('Address of your gateway', 'bellhop')}
        help={
          <Help
            wrong={wrongOf(store.status('connect_address'))}
            text={__(
              'You are led to the gateway’s desk, allow this site there, and come back. Nothing has to be copied.',
              'bellhop',
            )}
          />
        }
        placeholder="https://gateway.example"
        disabled={connection.address_in_config !== ''}
        required
        value={address}
        onChange={setAddress}
      />
      <Button variant="primary" __next40pxDefaultSize type="submit" isBusy={isBusy}>
        {__('Connect', 'bellhop')}
      </Button>
    </form>
  );
}

/** The three that a gateway's operator gives. They are good only together, so they are stored together. */
function ByHand() {
  const store = useStore();
  const { connection, values, site } = store.page;
  const [address, setAddress] = useState(String(values.gateway_url ?? ''));
  const [id, setId] = useState(String(values.client_id ?? ''));
  const [token, setToken] = useState('');
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const given = { gateway_url: address, client_id: id, token };
    if ((await store.act('enter', given)) !== null) setToken('');
    setBusy(false);
  };
  const isFixed = connection.address_in_config !== '';
  return (
    <form className="bellhop-by-hand" onSubmit={(event) => void save(event)}>
      {!connection.is_connected && (
        <p>
          {sprintf(
            /* translators: %s: the site's address */
            __(
              'For a gateway that can’t do that: have this site registered there as %s. You get an address, a client id and a service token.',
              'bellhop',
            ),
            site,
          )}
        </p>
      )}
      <Part
        name="gateway_url"
        type="url"
        value={isFixed ? connection.address_in_config : address}
        onChange={setAddress}
        disabled={isFixed}
      />
      <Part name="client_id" value={id} onChange={setId} />
      <Part
        name="token"
        type="password"
        value={token}
        onChange={setToken}
        disabled={connection.token_in_config}
      />
      <div className="bellhop-buttons">
        <Button
          variant={connection.is_connected ? 'secondary' : 'primary'}
          __next40pxDefaultSize
          type="submit"
          isBusy={isBusy}
        >
          {__('Save and test the connection', 'bellhop')}
        </Button>
        {partOf(store, 'token')?.stored && (
          <Button
            variant="tertiary"
            isDestructive
            __next40pxDefaultSize
            onClick={() => void store.saveSecret('token', '')}
          >
            {__('Forget the token', 'bellhop')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface PartProps {
  name: string;
  type?: string;
  value: string;
  disabled?: boolean;
  onChange(value: string): void;
}

function Part({ name, type = 'text', value, disabled = false, onChange }: PartProps) {
  const store = useStore();
  const field = partOf(store, name);
  const wrong = wrongOf(store.status(name));
  if (field === undefined) return null;
  return (
    <div data-field={name}>
      <TextControl
        {...SIZES}
        id={idOf(name)}
        type={type}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        label={field.label}
        help={<Help wrong={wrong} text={field.help} />}
        aria-invalid={wrong !== '' || undefined}
        placeholder={field.placeholder ?? ''}
        disabled={disabled}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}

function partOf({ page }: Store, name: string): Field | undefined {
  return fieldsOf(page).find((field) => field.name === name);
}

function wrongOf(status: { kind: string; message?: string } | undefined): string {
  return status?.kind === 'failed' ? (status.message ?? '') : '';
}
