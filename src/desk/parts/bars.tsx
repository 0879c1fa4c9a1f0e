type Bar = { readonly key: string; readonly label: string; readonly value: number };

type BarsProps = {
  readonly bars: readonly Bar[];
  /** In units of the drawing, which is as wide as its place. */
  readonly width: number;
  readonly height: number;
  readonly format: (value: number) => string;
  /** How many labels fit, of which styles may hide every second; `edge` is half the width of the widest. */
  readonly labels: number;
  readonly edge?: number;
  readonly className?: string;
};

const foot = 24;
const head = 24;

/** A value of each day as a bar, the tallest with its number; a table beside it must say the same. */
export const Bars = ({ bars, width, height, format, labels, edge = 0, className = '' }: BarsProps) => {
  const step = width / bars.length;
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const tallest = bars.findIndex(({ value }) => value === most);
  const labelled = Math.ceil(bars.length / labels);
  return (
    <svg className={`desk-bars ${className}`} viewBox={`0 ${-head} ${width} ${height + head + foot}`} aria-hidden="true" focusable="false">
      <line x1="0" y1={height} x2={width} y2={height} />
      {bars.map(({ key, label, value }, index) => {
        const tall = value <= 0 ? 0 : Math.max(2, (value / most) * height);
        const middle = Math.min(Math.max((index + 0.5) * step, edge), width - edge);
        return (
          <g key={key}>
            <rect x={(index + 0.15) * step} y={height - tall} width={step * 0.7} height={tall} rx={Math.min(3, step * 0.2)} />
            {index === tallest && most > 0 && (
              <text x={middle} y={height - tall - 8} textAnchor="middle">
                {format(value)}
              </text>
            )}
            {index % labelled === 0 && (
              <text x={middle} y={height + 18} textAnchor="middle" className={(index / labelled) % 2 === 1 ? 'is-minor' : undefined}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
};
