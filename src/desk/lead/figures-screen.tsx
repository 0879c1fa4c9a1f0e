import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { formatShortDay, plusDays, ukTime } from '#contract/delivery-dates.ts';
import { type Figures, figurePeriods, type Sums } from '#contract/desk/figures.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useExportBooksMutation, useExportFiguresMutation, useFiguresQuery } from './lead-api.ts';
import { SaveAction, useDay } from './parts.tsx';

const averageOf = ({ orders, total }: Sums): number => (orders === 0 ? 0 : Math.round((total / orders) * 100) / 100);

/** What people look at most: the last week and weeks, this month and the one before. */
const presetsOf = (today: string) => {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
  const lastMonth = plusDays(monthOf(today), -1);
  return [
    { key: 'week', from: plusDays(today, -6), to: today, by: 'day' },
    { key: 'weeks', from: plusDays(today, -27), to: today, by: 'day' },
    { key: 'month', from: monthOf(today), to: today, by: 'day' },
    { key: 'lastMonth', from: monthOf(lastMonth), to: lastMonth, by: 'day' },
    { key: 'year', from: monthOf(plusDays(monthOf(today), -330)), to: today, by: 'month' },
  ] as const;
};

/** Of which days, and how long a bar is. */
const RangeForm = ({ figures: { from, to, by } }: { readonly figures: Figures }) => {
  const { t } = useTranslation('desk-lead');
  const [, setParams] = useSearchParams();
  const presets = presetsOf(ukTime(new Date()).day);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setParams(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])));
  };
  return (
    <>
      <nav className="desk-views" aria-label={t('figures.ranges.label')}>
        {presets.map((preset) => (
          <Link
            key={preset.key}
            to={{ search: `?from=${preset.from}&to=${preset.to}&by=${preset.by}` }}
            aria-current={preset.from === from && preset.to === to ? 'page' : undefined}
          >
            {t(`figures.ranges.${preset.key}`)}
          </Link>
        ))}
      </nav>
      <form key={`${from} ${to} ${by}`} className="desk-range" onSubmit={submit}>
        <label>
          {t('figures.from')}
          <input type="date" className="form-control" name="from" defaultValue={from} max="9999-12-31" required />
        </label>
        <label>
          {t('figures.to')}
          <input type="date" className="form-control" name="to" defaultValue={to} max="9999-12-31" required />
        </label>
        <label>
          {t('figures.by.label')}
          <select className="form-select" name="by" defaultValue={by}>
            {figurePeriods.map((each) => (
              <option key={each} value={each}>
                {t(`figures.by.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="btn btn-outline-primary">
          {t('figures.show')}
        </button>
      </form>
    </>
  );
};

const chart = { width: 900, height: 160, foot: 24, head: 24 } as const;

/** The sales of each period as a bar; the tallest with its sum. The table below says the same. */
const Bars = ({ figures: { periods } }: { readonly figures: Figures }) => {
  const { i18n } = useTranslation();
  const money = usePounds();
  const step = chart.width / periods.length;
  const most = Math.max(0, ...periods.map(({ total }) => total));
  const tallest = periods.findIndex(({ total }) => total === most);
  const labelled = Math.max(1, Math.ceil(periods.length / 6));
  return (
    <svg
      className="desk-bars is-wide"
      viewBox={`0 ${-chart.head} ${chart.width} ${chart.height + chart.head + chart.foot}`}
      aria-hidden="true"
      focusable="false"
    >
      <line x1="0" y1={chart.height} x2={chart.width} y2={chart.height} />
      {periods.map(({ from, total }, index) => {
        const height = most === 0 || total === 0 ? 0 : Math.max(2, (total / most) * chart.height);
        const middle = Math.min(Math.max((index + 0.5) * step, 44), chart.width - 44);
        return (
          <g key={from}>
            <rect x={(index + 0.15) * step} y={chart.height - height} width={step * 0.7} height={height} rx={Math.min(3, step * 0.2)} />
            {index === tallest && most > 0 && (
              <text x={middle} y={chart.height - height - 8} textAnchor="middle">
                {money(total)}
              </text>
            )}
            {index % labelled === 0 && (
              <text x={middle} y={chart.height + 18} textAnchor="middle">
                {formatShortDay(from, i18n.language)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
};

const Totals = ({ figures: { now, before } }: { readonly figures: Figures }) => {
  const { t } = useTranslation('desk-lead');
  const money = usePounds();
  const number = (value: number) => String(value);
  const totals = [
    { key: 'total', of: ({ total }: Sums) => total, format: money },
    { key: 'orders', of: ({ orders }: Sums) => orders, format: number },
    { key: 'average', of: averageOf, format: money },
    { key: 'paidBack', of: ({ paidBack }: Sums) => paidBack, format: money },
    { key: 'vouchers', of: ({ vouchers }: Sums) => vouchers, format: money },
    { key: 'delivery', of: ({ delivery }: Sums) => delivery, format: money },
  ] as const;
  return (
    <dl className="desk-sums">
      {totals.map(({ key, of, format }) => (
        <div key={key}>
          <dt>{t(`figures.sums.${key}`)}</dt>
          <dd>
            <span className="desk-sum-large">{format(of(now))}</span>
            <span className="quiet">{t('figures.before', { value: format(of(before)) })}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

const PeriodTable = ({ figures: { periods } }: { readonly figures: Figures }) => {
  const { t, i18n } = useTranslation('desk-lead');
  const money = usePounds();
  const day = (text: string) => formatShortDay(text, i18n.language);
  const names = ['orders', 'total', 'average', 'paidBack', 'vouchers', 'delivery'] as const;
  return (
    <FactTable
      caption={t('figures.caption')}
      heads={[t('figures.period'), ...names.map((name) => t(`figures.sums.${name}`))]}
      rows={periods.map((period) => ({
        id: period.from,
        cells: [
          period.from === period.to ? day(period.from) : t('figures.span', { from: day(period.from), to: day(period.to) }),
          period.orders,
          ...[period.total, averageOf(period), period.paidBack, period.vouchers, period.delivery].map(money),
        ],
      }))}
    />
  );
};

type RankedProps = {
  readonly heading: string;
  readonly lead?: string;
  readonly rows: readonly { readonly key: string; readonly name: string; readonly value: ReactNode }[];
};

const Ranked = ({ heading, lead, rows }: RankedProps) => {
  const { t } = useTranslation('desk-lead');
  return (
    <section className="desk-panel">
      <h2>{heading}</h2>
      {lead !== undefined && <p className="quiet">{lead}</p>}
      {rows.length === 0 && <p>{t('figures.none')}</p>}
      <dl className="desk-facts">
        {rows.map(({ key, name, value }) => (
          <div key={key}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
};

const Exports = ({ figures: { from, to, by } }: { readonly figures: Figures }) => {
  const { t } = useTranslation('desk-lead');
  const [exportFigures] = useExportFiguresMutation();
  const [exportBooks] = useExportBooksMutation();
  return (
    <section className="desk-panel desk-stack">
      <h2>{t('figures.books.heading')}</h2>
      <p>{t('figures.books.text')}</p>
      <SaveAction label={t('figures.books.save')} load={() => exportBooks({ from, to, by }).unwrap()} />
      <SaveAction label={t('figures.books.figures')} load={() => exportFigures({ from, to, by }).unwrap()} />
    </section>
  );
};

const Shown = ({ figures }: { readonly figures: Figures }) => {
  const { t } = useTranslation('desk-lead');
  const money = usePounds();
  const day = useDay();
  const { from, to, now, goods, stock, unsold, searches } = figures;
  const [isTable, setIsTable] = useState(false);
  return (
    <>
      <RangeForm figures={figures} />
      <Totals figures={figures} />
      <figure className="desk-figure">
        <figcaption>{t('figures.sentence', { count: now.orders, total: money(now.total), from: day(from), to: day(to) })}</figcaption>
        <Bars figures={figures} />
        <details open={isTable} onToggle={(event) => setIsTable(event.currentTarget.open)}>
          <summary>{t('figures.table')}</summary>
          <PeriodTable figures={figures} />
        </details>
      </figure>
      <div className="desk-panels">
        <Ranked
          heading={t('figures.goods')}
          rows={goods.map(({ productId, name, pieces, total }) => ({
            key: productId,
            name,
            value: t('figures.pieces', { count: pieces, total: money(total) }),
          }))}
        />
        <Ranked
          heading={t('figures.stock.heading')}
          lead={t('figures.stock.lead')}
          rows={stock.map(({ productId, name, left, days }) => ({
            key: productId,
            name,
            value: left === 0 ? t('figures.stock.none') : t('figures.stock.days', { count: days, left }),
          }))}
        />
        <Ranked
          heading={t('figures.unsold')}
          rows={unsold.map(({ productId, name, left }) => ({ key: productId, name, value: t('figures.left', { count: left }) }))}
        />
        <Ranked
          heading={t('figures.searches.heading')}
          lead={t('figures.searches.lead')}
          rows={searches.map(({ term, times }) => ({ key: term, name: term, value: t('figures.searches.times', { count: times }) }))}
        />
        <Exports figures={figures} />
      </div>
    </>
  );
};

/** What was sold in some days, beside the days before; what sells, what does not, and what people look for. */
export const FiguresScreen = () => {
  const { t } = useTranslation('desk-lead');
  const [params] = useSearchParams();
  const query = useFiguresQuery({ from: params.get('from') ?? '', to: params.get('to') ?? '', by: params.get('by') ?? '' });
  return (
    <>
      <DeskHeading title={t('figures.heading')} />
      <Fetched query={query}>{(figures) => <Shown figures={figures} />}</Fetched>
    </>
  );
};
