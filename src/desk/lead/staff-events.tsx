import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { type Deed, deeds, deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { useList } from '#desk/desk-api.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { FetchedList } from '#desk/parts/fetched.tsx';
import { Row } from '#desk/parts/row.tsx';
import { When } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';

const isDeed = (what: string): what is Deed => deeds.some((deed) => deed === what);

/** The page about what an event names, where there is one. */
const subjectPage = (subject: string, what: string): string | undefined => {
  if (what.endsWith('Voucher')) return deskPageOf('vouchers', subject);
  if (what === 'removeProduct' || what === 'countStock' || what === 'uploadPicture') return undefined;
  if (what.endsWith('Product')) return deskPageOf('products', subject);
  if (/^(\w{4}-){3}\w{4}$/.test(subject)) return orderPaths.one(subject);
  if (subject.startsWith('M-')) return deskPageOf('messages', subject);
  if (subject.startsWith('V-')) return deskPageOf('reviews', subject);
  return /^[\da-f]{8}-/.test(subject) ? deskPageOf('people', subject) : undefined;
};

/** Who did what, by person, kind and day. */
export const StaffEvents = () => {
  const { t } = useTranslation('desk-lead');
  const [params, setParams] = useSearchParams();
  const eventFilter = { who: params.get('who') ?? '', what: params.get('what') ?? '', day: params.get('day') ?? '' };
  const query = useList(deskEndpoints.staffEvents, eventFilter);
  const staff = query.data?.pages[0]?.staff ?? [];
  const choose = (name: keyof typeof eventFilter, value: string) =>
    setParams({ view: 'done', ...eventFilter, [name]: value }, { replace: true });
  return (
    <>
      <div className="desk-range">
        <label>
          {t('events.who')}
          <select className="form-select" value={eventFilter.who} onChange={({ target }) => choose('who', target.value)}>
            <option value="">{t('events.everybody')}</option>
            {staff.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('events.what')}
          <select className="form-select" value={eventFilter.what} onChange={({ target }) => choose('what', target.value)}>
            <option value="">{t('events.everything')}</option>
            {deeds.map((deed) => (
              <option key={deed} value={deed}>
                {t(`did.${deed}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t('events.day')}
          <input type="date" className="form-control" value={eventFilter.day} onChange={({ target }) => choose('day', target.value)} />
        </label>
      </div>
      <FetchedList query={query} empty={t('events.none')} className="desk-traces">
        {({ id, at, name, what, subject, note }) => {
          const to = subjectPage(subject, what);
          return (
            <Row
              key={id}
              title={
                <>
                  <strong>{name === '' ? t('events.gone') : name}</strong> {isDeed(what) ? t(`did.${what}`) : what}
                </>
              }
              end={<When at={at} />}
            >
              {note !== '' && <p>{note}</p>}
              <p className="quiet">
                {to === undefined ? subject : <Link to={to}>{to.startsWith(deskPages.people) ? t('events.person') : subject}</Link>}
              </p>
            </Row>
          );
        }}
      </FetchedList>
    </>
  );
};
