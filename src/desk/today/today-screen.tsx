import { useTranslation } from 'react-i18next';
import { formatShortDay, plusDays } from '#contract/delivery-dates.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import type { OrderRow } from '#contract/desk/orders.ts';
import { firstParcels, type Today } from '#contract/desk/today.ts';
import { useWaiting } from '#desk/desk-api.ts';
import { useTopic } from '#desk/messages/topic.ts';
import { orderPaths, parcelKey } from '#desk/orders/order-paths.ts';
import { useOrderTexts } from '#desk/orders/order-texts.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { Mark, Panel, Row, Rows, Section, Thumb } from '#desk/parts/row.tsx';
import { DueText, When } from '#desk/parts/when.tsx';
import { OpenShop } from '#desk/shop/open-shop.tsx';
import { formatLongDay, formatWeekday } from '#shared/format-date.ts';
import { paths } from '#shared/paths.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Sales } from './sales.tsx';

/** A parcel that must leave: who gets what, and by when. */
const ParcelRow = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation(['desk', 'desk-orders']);
  const { goods } = useOrderTexts();
  return (
    <Row
      mark={<Thumb src={row.goods[0]?.picture ?? ''} />}
      title={
        <>
          <Link to={orderPaths.one(row.id)}>{row.buyer}</Link> {t('desk:today.town', { town: row.town })}
        </>
      }
      end={<DueText postBy={row.postBy} isLate={row.isLate} />}
    >
      <p className="quiet">{goods(row)}</p>
      {row.flags.includes('buyerNote') && (
        <p className="desk-flag">
          <DeskIcon name="note" />
          {t('desk-orders:flags.buyerNote')}
        </p>
      )}
    </Row>
  );
};

/** "Friday" of the coming days, "Fri 4 Dec" of others. */
const useDayName = () => {
  const { i18n } = useTranslation();
  return (day: string, today: string): string =>
    day < plusDays(today, 7) ? formatWeekday(day, i18n.language, 'long') : formatShortDay(day, i18n.language);
};

/** What has to leave today or, where nothing has to, by the next day: the first parcels, and the way to all. */
const ToPack = ({ today: { date, send, next, sendLater, counts } }: { readonly today: Today }) => {
  const { t, i18n } = useTranslation('desk');
  const dayName = useDayName();
  const isDue = send.length > 0;
  const [nextDay, ...laterDays] = sendLater;
  const later = (isDue ? sendLater : laterDays)
    .map(({ day, parcels }) => t('today.by', { count: parcels, day: formatShortDay(day, i18n.language) }))
    .join(', ');
  const due = counts.toSend - sendLater.reduce((total, { parcels }) => total + parcels, 0);
  const byNextDay = nextDay ? t('today.toPack.by', { count: nextDay.parcels, day: dayName(nextDay.day, date) }) : t('today.toPack.none');
  const rows = isDue ? send.slice(0, firstParcels) : next;
  return (
    <Section title={isDue ? t('today.toPack.today', { count: due }) : byNextDay}>
      {rows.length > 0 && <Rows items={rows}>{(row) => <ParcelRow key={parcelKey(row)} row={row} />}</Rows>}
      {(!isDue || later !== '') && (
        <p className="desk-empty">
          {[isDue ? '' : t('today.nothing'), later === '' ? '' : t('today.later', { list: later })].filter(Boolean).join(' ')}
        </p>
      )}
      {counts.toSend > 0 && (
        <Link className={isDue ? 'btn btn-outline-primary' : 'btn btn-primary'} to={orderPaths.list}>
          {counts.toSend === 1 ? t('today.one') : t('today.all', { count: counts.toSend })}
        </Link>
      )}
    </Section>
  );
};

const askIcons = { refund: 'returns', message: 'mail', review: 'chat', report: 'chat', applicant: 'people' } as const;

const Asks = ({ today: { asks, counts } }: { readonly today: Today }) => {
  const { t } = useTranslation('desk');
  const topicOf = useTopic();
  return (
    <Section title={t('today.asks.heading')} aside={asks.length > 1 && <span className="quiet">{t('today.asks.order')}</span>}>
      <Rows items={asks} empty={t('today.asks.none')}>
        {({ kind, title: about, quote, who, at, link }) => {
          const title = t(`today.asks.titles.${kind}`, { title: kind === 'message' ? topicOf(about) : about });
          const answer = (
            <Link className="btn btn-outline-primary" to={link} aria-label={`${t(`today.asks.${kind}`)}: ${title}, ${who}`}>
              {t(`today.asks.${kind}`)}
            </Link>
          );
          return (
            <Row
              key={`${kind} ${at} ${about}`}
              mark={<Mark name={askIcons[kind]} />}
              title={<strong>{title}</strong>}
              end={link === '' ? undefined : answer}
            >
              {quote !== '' && <p className="desk-quote">{t('today.asks.quote', { text: quote })}</p>}
              <p className="quiet">
                {who}, <When at={at} />
              </p>
            </Row>
          );
        }}
      </Rows>
      {counts.asks > asks.length && <p className="desk-empty">{t('today.asks.more', { count: counts.asks - asks.length })}</p>}
    </Section>
  );
};

const Problems = ({ problems }: Pick<Today, 'problems'>) => {
  const { t } = useTranslation('desk');
  if (problems.length === 0) return null;
  return (
    <section className="note note-danger" aria-labelledby="problems">
      <Icon name="warning" />
      <div>
        <h2 id="problems">{t('today.problems.heading')}</h2>
        <ul>
          {problems.map(({ kind, count, link }) => {
            const text = t(`today.problems.${kind}`, { count });
            return <li key={kind}>{link === '' ? text : <Link to={link}>{text}</Link>}</li>;
          })}
        </ul>
        {problems.some(({ link }) => link === '') && <p>{t('today.problems.command')}</p>}
      </div>
    </section>
  );
};

const LowStockList = ({ low }: Pick<Today, 'low'>) => {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('today.low.heading')}>
      {low.length === 0 && <p className="quiet">{t('today.low.none')}</p>}
      <dl className="desk-facts">
        {low.map(({ productId, name, choice, left, waiting }) => {
          const text = t('today.low.left', { count: left });
          return (
            <Fact
              key={`${productId} ${choice}`}
              term={[name, choice].filter(Boolean).join(', ')}
              {...(left === 0 && { valueClass: 'desk-due is-late' })}
            >
              {waiting > 0 ? t('today.low.waiting', { left: text, count: waiting }) : text}
            </Fact>
          );
        })}
      </dl>
      {low.length > 0 && (
        <p>
          <Link className="desk-alone" to={`${deskPages.products}?view=low`}>
            {t('today.low.link')}
          </Link>
        </p>
      )}
    </Panel>
  );
};

/** What a seller does before the first order comes. */
const firstSteps = [
  ['goods', deskPages.products],
  ['categories', deskPages.categories],
  ['details', deskPages.details],
  ['delivery', deskPages.delivery],
  ['order', paths.home],
] as const;

const FirstSteps = ({ steps }: { readonly steps: NonNullable<Today['steps']> }) => {
  const { t } = useTranslation('desk');
  return (
    <Panel title={t('today.steps.heading')}>
      <p>{t('today.steps.lead')}</p>
      <ol className="desk-first-steps">
        {firstSteps.map(([step, to]) => {
          const text = (
            <>
              {t(`today.steps.${step}`)}
              {steps[step] && <span className="visually-hidden"> {t('today.steps.done')}</span>}
            </>
          );
          return (
            <li key={step}>
              {steps[step] && <Icon name="check" />}
              {/* The shop is another app than the desk. */}
              {to === paths.home ? <a href={to}>{text}</a> : <Link to={to}>{text}</Link>}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
};

/** Counts in a sentence: what is to be sent, and who waits. */
const useLead = () => {
  const { t } = useTranslation('desk');
  return ({ send, counts }: Today): string => {
    if (counts.toSend + counts.asks === 0) return t('today.calm');
    const late = send.filter(({ isLate }) => isLate).length;
    return t('today.lead', {
      parcels: t('today.parcels', { count: counts.toSend }),
      urgent: late > 0 ? t('today.late', { count: late }) : '',
      people: t('today.people', { count: counts.asks }),
    });
  };
};

/** What must be done now: parcels that must leave, people who wait, and what has gone wrong. */
export const TodayScreen = () => {
  const { t, i18n } = useTranslation('desk');
  const lead = useLead();
  return (
    <Fetched query={useWaiting()} title={t('nav.today')}>
      {(today) => (
        <>
          <DeskHeading title={formatLongDay(today.date, i18n.language)} lead={lead(today)}>
            {today.send.length > 0 && (
              <Link className="btn btn-primary" to={`${orderPaths.list}?view=toSend&due=today`}>
                <Icon name="parcel" />
                {t('today.pack', { count: today.send.length })}
              </Link>
            )}
          </DeskHeading>
          <Problems problems={today.problems} />
          <OpenShop />
          <div className="desk-split">
            <div>
              {today.steps && <FirstSteps steps={today.steps} />}
              <ToPack today={today} />
              <Asks today={today} />
            </div>
            <aside>
              {today.sales && <Sales sales={today.sales} />}
              <LowStockList low={today.low} />
            </aside>
          </div>
        </>
      )}
    </Fetched>
  );
};
