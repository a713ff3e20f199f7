// A chart of bars, one for each span of time, drawn as a picture with a table behind it for who can't see the picture.

export interface Bar {
  label: string;
  value: number;
  /** The value in words. */
  text: string;
}

const WIDTH = 720;
const HEIGHT = 160;
const GAP = 0.22;

export function Bars({ title, bars }: { title: string; bars: readonly Bar[] }) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const step = WIDTH / Math.max(1, bars.length);
  const first = bars[0];
  const last = bars.at(-1);
  const top = bars.find(({ value }) => value === most);
  return (
    <figure class="chart">
      <figcaption>
        <span>{title}</span>
        <span class="quiet">{most > 0 && top !== undefined && `↑ ${top.text}`}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="ground" d={`M0 ${HEIGHT - 0.5}H${WIDTH}`} />
        {bars.map(({ label, value, text }, index) => {
          // Something that happened is never drawn as nothing.
          const height = most === 0 || value === 0 ? 0 : Math.max(3, (value / most) * (HEIGHT - 8));
          return (
            <rect
              key={label}
              x={index * step + (step * GAP) / 2}
              y={HEIGHT - height}
              width={step * (1 - GAP)}
              height={height}
              rx={Math.min(3, step / 6)}
            >
              <title>{`${label}: ${text}`}</title>
            </rect>
          );
        })}
      </svg>
      <div class="axis" aria-hidden="true">
        <span>{first?.label}</span>
        <span>{last?.label}</span>
      </div>
      <table class="hidden">
        <caption>{title}</caption>
        <tbody>
          {bars.map(({ label, text }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
