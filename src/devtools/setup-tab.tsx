// How the chat on this page is set up: which options count, what is wrong with them, and how it stands with the gateway.

import { CopyButton } from './json.tsx';
import type { DevtoolsPorts } from './types.ts';
import { useSource } from './use-source.ts';

export function SetupTab({ ports }: { ports: DevtoolsPorts }) {
  const setup = useSource(ports.setup);
  useSource(ports.session);
  const { options, mistakes, values } = setup;
  return (
    <>
      {mistakes.length === 0 ? (
        <p class="all-right">Nothing is wrong with the options of this page.</p>
      ) : (
        mistakes.map((sentence) => (
          <p key={sentence} class="hint">
            {sentence}
          </p>
        ))
      )}
      <h3>Now</h3>
      <dl class="values">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Options</h3>
      {options.length === 0 ? (
        <p class="note">None is set.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">option</th>
              <th scope="col">given</th>
              <th scope="col">used</th>
            </tr>
          </thead>
          <tbody>
            {options.map(({ name, given, used, isWrong }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td>
                  {given}
                  {isWrong && <span class="tag bad">wrong</span>}
                </td>
                <td>{used}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="row">
        <CopyButton
          label="Copy all this"
          text={() => JSON.stringify(setup, null, 2)}
          copy={ports.copy}
          after={ports.clock.after}
        />
      </p>
    </>
  );
}
