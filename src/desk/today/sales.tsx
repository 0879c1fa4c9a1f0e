import { useTranslation } from 'react-i18next';
import type { Today } from '#contract/desk/today.ts';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { formatWeekday } from '#shared/format-date.ts';

const chart = { width: 280, height: 96, bar: 26 } as const;

/** The sales of seven days as bars, and as a table for those who would rather read them. */
export const Sales = ({ sales: { now, before, days } }: { readonly sales: NonNullable<Today['sales']> }) => {
  const { t, i18n } = useTranslation('desk');
  const money = usePounds();
  const weekday = (day: string) => formatWeekday(day, i18n.language);
  const step = chart.width / days.length;
  const most = Math.max(1, ...days.map(({ total }) => total));
  const difference = now - before;
  const trend = difference === 0 ? 'same' : difference > 0 ? 'more' : 'less';
  return (
    <section className="desk-panel">
      <h2>{t('today.sales.heading')}</h2>
      <p className="desk-sum-large">{money(now)}</p>
      <p className="quiet">{t(`today.sales.${trend}`, { amount: money(Math.abs(difference)) })}</p>
      <svg className="desk-bars" viewBox={`0 -20 ${chart.width} ${chart.height + 40}`} aria-hidden="true" focusable="false">
        {days.map(({ day, total }, index) => {
          const height = Math.max(2, (total / most) * chart.height);
          const x = index * step + (step - chart.bar) / 2;
          return (
            <g key={day}>
              <rect x={x} y={chart.height - height} width={chart.bar} height={height} rx="2" />
              {total === most && (
                <text x={x + chart.bar / 2} y={-6} textAnchor="middle">
                  {money(total)}
                </text>
              )}
              <text x={x + chart.bar / 2} y={chart.height + 16} textAnchor="middle">
                {weekday(day)}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{t('today.sales.table')}</summary>
        <table className="desk-table">
          <thead>
            <tr>
              <th scope="col">{t('today.sales.day')}</th>
              <th scope="col">{t('today.sales.total')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, total }) => (
              <tr key={day}>
                <th scope="row">{weekday(day)}</th>
                <td>{money(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
};
