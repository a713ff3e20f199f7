// A chart of bars, one for each span of time, drawn as a picture with a table behind it for who can't see the picture. A bar may
// have a second part on top, as in answers that helped and those that didn't.

import { Fragment } from 'preact';

export interface Bar {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
  /** Stands on top of the first, in another colour. */
  second?: { value: number; text: string };
}

/** What the two parts of each bar are. */
export type Legend = readonly [first: string, second: string];

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 0.22;

export function Bars(props: { title: string; bars: readonly Bar[]; legend?: Legend }) {
  const { title, bars, legend } = props;
  const most = Math.max(0, ...bars.map(wholeOf));
  const step = WIDTH / Math.max(1, bars.length);
  const first = bars[0];
  const last = bars.at(-1);
  const top = bars.find((bar) => wholeOf(bar) === most);
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        {legend === undefined ? (
          <span class="quiet">{most > 0 && top !== undefined && `↑ ${top.text}`}</span>
        ) : (
          <span class="legend">
            <i />
            {legend[0]}
            <i class="second" />
            {legend[1]}
          </span>
        )}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        {bars.map((bar, index) => {
          const { label, value, text, second } = bar;
          const height = heightOf(value, most);
          const above = heightOf(second?.value ?? 0, most);
          const at = {
            x: index * step + (step * GAP) / 2,
            width: step * (1 - GAP),
            rx: Math.min(3, step / 6),
          };
          return (
            <Fragment key={label}>
              <rect {...at} y={HEIGHT - height} height={height}>
                <title>{`${label}: ${text}`}</title>
              </rect>
              {second !== undefined && (
                <rect {...at} class="second" y={HEIGHT - height - above} height={above}>
                  <title>{`${label}: ${second.text}`}</title>
                </rect>
              )}
            </Fragment>
          );
        })}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </div>
      <table class="hidden">
        <caption>{title}</caption>
        {legend !== undefined && (
          <thead>
            <tr>
              <td />
              <th scope="col">{legend[0]}</th>
              <th scope="col">{legend[1]}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {bars.map(({ label, text, second }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
              {second !== undefined && <td>{second.text}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function wholeOf({ value, second }: Bar): number {
  return value + (second?.value ?? 0);
}

/** Something that happened is never drawn as nothing. */
function heightOf(value: number, most: number): number {
  return most === 0 || value === 0 ? 0 : Math.max(3, (value / most) * (HEIGHT - 8));
}
