import { useTranslation } from 'react-i18next';
import type { Today } from '#contract/desk/today.ts';
import { Bars } from '#desk/parts/bars.tsx';
import { Panel } from '#desk/parts/row.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { formatWeekday } from '#shared/format-date.ts';
import { FactTable } from '#shared/ui/fact-table.tsx';

/** The sales of seven days as bars, and as a table for those who would rather read them. */
export const Sales = ({ sales: { now, before, days } }: { readonly sales: NonNullable<Today['sales']> }) => {
  const { t, i18n } = useTranslation('desk');
  const formatPounds = usePounds();
  const weekday = (day: string) => formatWeekday(day, i18n.language);
  const difference = now - before;
  const trend = difference === 0 ? 'same' : difference > 0 ? 'more' : 'less';
  return (
    <Panel title={t('today.sales.heading')}>
      <p className="desk-sum-large">{formatPounds(now)}</p>
      {/* In the first week there is nothing to compare it with. */}
      {before > 0 && <p className="quiet">{t(`today.sales.${trend}`, { amount: formatPounds(Math.abs(difference)) })}</p>}
      <Bars
        bars={days.map(({ day, total }) => ({ key: day, label: weekday(day), value: total }))}
        width={280}
        height={96}
        labels={7}
        format={formatPounds}
      />
      <details>
        <summary>{t('today.sales.table')}</summary>
        <FactTable
          caption={t('today.sales.heading')}
          heads={[t('today.sales.day'), t('today.sales.total')]}
          rows={days.map(({ day, total }) => ({ id: day, cells: [weekday(day), formatPounds(total)] }))}
        />
      </details>
    </Panel>
  );
};
