import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { formatShortDay, plusDays, ukTime } from '#contract/delivery-dates.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type Figures, figurePeriods, type Sums } from '#contract/desk/figures.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { Bars } from '#desk/parts/bars.tsx';
import { SaveButton } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Panel } from '#desk/parts/row.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useDay } from './parts.ts';

type FiguresProps = { readonly figures: Figures };

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

/** Form for the range of days and the period of a bar. */
const RangeForm = ({ figures: { from, to, by } }: FiguresProps) => {
  const { t } = useTranslation('desk-lead');
  const [, setParams] = useSearchParams();
  const presets = presetsOf(ukTime(new Date()).day);
  // On the 7th and the 28th two presets are the same range: only the first is marked.
  const shownPreset = presets.find((preset) => preset.from === from && preset.to === to);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setParams(Object.fromEntries([...data].map(([name, value]) => [name, String(value)])), { preventScrollReset: true });
  };
  return (
    <>
      <nav className="desk-views" aria-label={t('figures.ranges.label')}>
        {presets.map((preset) => (
          <Link
            key={preset.key}
            to={{ search: `?from=${preset.from}&to=${preset.to}&by=${preset.by}` }}
            preventScrollReset
            aria-current={preset === shownPreset ? 'page' : undefined}
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

/** The sums of a range, by the key of each label, with their formatters. */
const useSums = () => {
  const { t } = useTranslation('desk-lead');
  const formatPounds = usePounds();
  return (['total', 'orders', 'average', 'paidBack', 'vouchers', 'delivery'] as const).map((key) => ({
    key,
    name: t(`figures.sums.${key}`),
    of: (sums: Sums): string => {
      if (key === 'orders') return String(sums.orders);
      return formatPounds(key === 'average' ? averageOf(sums) : sums[key]);
    },
  }));
};

const Totals = ({ figures: { now, before } }: FiguresProps) => {
  const { t } = useTranslation('desk-lead');
  return (
    <dl className="desk-sums">
      {useSums().map(({ key, name, of }) => (
        <Fact key={key} term={name}>
          <span className="desk-sum-large">{of(now)}</span>
          <span className="quiet">{t('figures.before', { value: of(before) })}</span>
        </Fact>
      ))}
    </dl>
  );
};

const PeriodTable = ({ figures: { periods } }: FiguresProps) => {
  const { t, i18n } = useTranslation('desk-lead');
  const sums = useSums();
  const day = (text: string) => formatShortDay(text, i18n.language);
  const span = ({ from, to }: Figures['periods'][number]) =>
    from === to ? day(from) : t('figures.span', { from: day(from), to: day(to) });
  return (
    <FactTable
      caption={t('figures.caption')}
      heads={[t('figures.period'), ...sums.map(({ name }) => name)]}
      rows={periods.map((period) => ({ id: period.from, cells: [span(period), ...sums.map(({ of }) => of(period))] }))}
    />
  );
};

type RankedProps = {
  readonly title: string;
  readonly lead?: string;
  readonly items: readonly { readonly name: string; readonly text: string }[];
};

const RankedList = ({ title, lead, items }: RankedProps) => {
  const { t } = useTranslation('desk-lead');
  return (
    <Panel title={title}>
      {lead !== undefined && <p className="quiet">{lead}</p>}
      {items.length === 0 && <p>{t('figures.none')}</p>}
      <dl className="desk-facts">
        {items.map(({ name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two products may have the same name.
          <Fact key={index} term={name}>
            {text}
          </Fact>
        ))}
      </dl>
    </Panel>
  );
};

const Exports = ({ figures: { from, to, by } }: FiguresProps) => {
  const { t } = useTranslation('desk-lead');
  return (
    <Panel title={t('figures.books.heading')} className="desk-stack">
      <p>{t('figures.books.text')}</p>
      <SaveButton call={callTo(deskEndpoints.exportBooks, { from, to, by })}>{t('figures.books.save')}</SaveButton>
      <SaveButton call={callTo(deskEndpoints.exportFigures, { from, to, by })}>{t('figures.books.figures')}</SaveButton>
    </Panel>
  );
};

const FiguresView = ({ figures }: FiguresProps) => {
  const { t, i18n } = useTranslation('desk-lead');
  const formatPounds = usePounds();
  const day = useDay();
  const { from, to, now, periods, goods, stock, unsold, searches } = figures;
  const [isTable, setIsTable] = useState(false);
  const bars = periods.map((period) => ({ key: period.from, label: formatShortDay(period.from, i18n.language), value: period.total }));
  return (
    <>
      <RangeForm figures={figures} />
      <Totals figures={figures} />
      <figure className="desk-figure">
        <figcaption>
          {t('figures.sentence', { count: now.orders, total: formatPounds(now.total), from: day(from), to: day(to) })}
        </figcaption>
        <Bars bars={bars} width={900} height={160} labels={6} edge={80} format={formatPounds} className="is-wide" />
        <details open={isTable} onToggle={(event) => setIsTable(event.currentTarget.open)}>
          <summary>{t('figures.table')}</summary>
          <PeriodTable figures={figures} />
        </details>
      </figure>
      <div className="desk-panels">
        <RankedList
          title={t('figures.goods')}
          items={goods.map(({ name, pieces, total }) => ({
            name,
            text: t('figures.pieces', { count: pieces, total: formatPounds(total) }),
          }))}
        />
        <RankedList
          title={t('figures.stock.heading')}
          lead={t('figures.stock.lead')}
          items={stock.map(({ name, left, days }) => ({
            name,
            text: left === 0 ? t('figures.stock.none') : t('figures.stock.days', { count: days, left }),
          }))}
        />
        <RankedList
          title={t('figures.unsold')}
          items={unsold.map(({ name, left }) => ({ name, text: t('figures.left', { count: left }) }))}
        />
        <RankedList
          title={t('figures.searches.heading')}
          lead={t('figures.searches.lead')}
          items={searches.map(({ term, times }) => ({ name: term, text: t('figures.searches.times', { count: times }) }))}
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
  const query = useRead(deskEndpoints.figures, Object.fromEntries(params));
  return (
    <>
      <DeskHeading title={t('figures.heading')} />
      <Fetched query={query}>{(figures) => <FiguresView figures={figures} />}</Fetched>
    </>
  );
};
