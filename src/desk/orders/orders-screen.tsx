import '#contract/zod-config.ts';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { ukTime } from '#contract/delivery-dates.ts';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { maxOrdersAtOnce, type OrderRow, type OrdersWanted, orderViews } from '#contract/desk/orders.ts';
import { callTo, useIsSeller, useList } from '#desk/desk-api.ts';
import { SaveButton } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { FetchedRows, rowsOf, ViewTabs } from '#desk/parts/fetched.tsx';
import { MoreMenu } from '#desk/parts/more-menu.tsx';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';
import { usePacking } from './moved-note.tsx';
import { isPaid, isToSend, orderPaths, parcelKey, wantedOrders } from './order-paths.ts';
import { OrderTable } from './order-table.tsx';
import { useOrderTexts } from './order-texts.ts';

const storage = browserStorage('sessionStorage', 'flone:desk-chosen');

const stored = z.object({ entry: z.string(), keys: z.array(z.string()) });

/**
 * The selected rows of a list, by their keys; `initial` until a row is selected or deselected. Stored per history entry: Back from an order shows the
 * same rows selected, and another list starts anew. Entries typed into the address bar share a key, so the query is part of it.
 */
const useChoice = (initial: readonly string[]) => {
  const { key, search } = useLocation();
  const entry = key + search;
  const [choice, setChoice] = useState(() => parseStored(storage.read(), stored));
  const chosen = choice?.entry === entry ? choice.keys : initial;
  const choose = (keys: readonly string[]) => {
    const next = { entry, keys: [...keys] };
    storage.write(JSON.stringify(next));
    setChoice(next);
  };
  return {
    chosen,
    choose,
    toggle: (key: string) => choose(chosen.includes(key) ? chosen.filter((each) => each !== key) : [...chosen, key]),
  };
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select, dialog') !== null;

/** The ref of the search field, which the key `/` shows and focuses, and whose text follows the URL. */
const useSearchField = (q: string, onShow: () => void) => {
  const searchRef = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (searchRef.current) searchRef.current.value = q;
  }, [q]);
  const show = useEffectEvent(onShow);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      flushSync(() => show());
      searchRef.current?.focus();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return searchRef;
};

type FilterProps = {
  readonly wanted: OrdersWanted;
  readonly couriers: readonly string[];
  readonly onShow: (changed: Partial<OrdersWanted>) => void;
};

/** Filters by day, and by courier of sent parcels. */
const Filters = ({ wanted: { view, from, to, courier }, couriers, onShow }: FilterProps) => {
  const { t } = useTranslation('desk-orders');
  const isUnsent = view === 'toSend' || view === 'late';
  const day = (name: 'from' | 'to', value: string) => (
    <label>
      {t(isUnsent ? `filter.post.${name}` : `filter.placed.${name}`)}
      <input
        type="date"
        className="form-control"
        max="9999-12-31"
        value={value}
        onChange={({ target }) => onShow({ [name]: target.value })}
      />
    </label>
  );
  return (
    <div className="desk-range">
      {day('from', from)}
      {day('to', to)}
      {(couriers.length > 0 || courier !== '') && (
        <label>
          {t('filter.courier')}
          <select className="form-select" value={courier} onChange={({ target }) => onShow({ courier: target.value })}>
            <option value="">{t('filter.all')}</option>
            {[...new Set([...couriers, courier])].filter(Boolean).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
    </div>
  );
};

type ChosenBarProps = { readonly chosen: readonly OrderRow[]; readonly packing: ReturnType<typeof usePacking> };

/** What can be done with the chosen rows, at the foot of the window. */
const ChosenBar = ({ chosen, packing }: ChosenBarProps) => {
  const { t } = useTranslation('desk-orders');
  const paidRows = chosen.filter(isPaid);
  const toSend = chosen.filter(isToSend);
  const pieces = chosen.reduce((total, row) => total + row.pieces, 0);
  const packableRows = packing.of(chosen);
  return (
    <section className="desk-bar" aria-label={t('bar.label')}>
      <p>
        <strong>{t('bar.chosen', { count: chosen.length })}</strong>, {t('sum.pieces', { count: pieces })}
      </p>
      {chosen.length > maxOrdersAtOnce ? (
        <p>{t('bar.tooMany', { max: maxOrdersAtOnce })}</p>
      ) : (
        <>
          {paidRows.length > 0 && (
            <>
              <Link className="btn" to={orderPaths.pick(paidRows)}>
                <DeskIcon name="print" />
                {t('pick.heading')}
              </Link>
              <Link className="btn" to={orderPaths.slips(paidRows)}>
                <DeskIcon name="print" />
                {t('slips.heading')}
              </Link>
            </>
          )}
          {packableRows.length > 0 && (
            <button type="button" className="btn" aria-disabled={packing.isBusy} onClick={() => void packing.start(packableRows)}>
              {packing.isBusy ? t('packing.busy') : t('packing.start')}
            </button>
          )}
          {toSend.length > 0 && (
            <Link className="btn is-main" to={orderPaths.send(toSend)}>
              {t('send.heading')}
            </Link>
          )}
        </>
      )}
    </section>
  );
};

/** Orders by view and search, of which several can be chosen. */
export const OrdersScreen = () => {
  const { t } = useTranslation('desk-orders');
  const texts = useOrderTexts();
  const [params, setParams] = useSearchParams();
  const wantedList = wantedOrders(params);
  const findId = useId();
  const filters = [wantedList.q, wantedList.from, wantedList.to, wantedList.courier].filter((filter) => filter !== '').length;
  const [isFinding, setIsFinding] = useState(filters > 0);
  const searchRef = useSearchField(wantedList.q, () => setIsFinding(true));
  const query = useList(deskEndpoints.orders, wantedList, { refetchOnFocus: true, refetchOnMountOrArgChange: true });
  const rows = rowsOf(query.currentData);
  const counts = query.data?.pages[0]?.counts;
  const searched = query.currentData?.pages[0]?.searched ?? null;
  const couriers = query.data?.pages[0]?.couriers ?? [];
  const show = (changed: Partial<OrdersWanted>) =>
    setParams(Object.fromEntries(Object.entries({ ...wantedList, ...changed }).filter(([, value]) => value !== '')));
  const isLimited = wantedList.from + wantedList.to + wantedList.courier !== '';
  const isSeller = useIsSeller();
  const today = ukTime(new Date()).day;
  const dueToday = params.get('due') === 'today' ? rows.filter(({ postBy }) => postBy !== null && postBy <= today) : [];
  const { chosen, choose, toggle } = useChoice(dueToday.map(parcelKey));
  const packing = usePacking();
  const chosenRows = rows.filter((row) => chosen.includes(parcelKey(row)));

  const emptyViewText = isLimited ? t('empty.filter') : t(`empty.${wantedList.view}`);
  const emptyText = wantedList.q === '' ? emptyViewText : t('empty.search', { q: wantedList.q });
  return (
    <>
      <DeskHeading title={t('heading')}>
        <button
          type="button"
          className="btn btn-outline-primary desk-order-find-toggle"
          aria-expanded={isFinding}
          aria-controls={findId}
          onClick={() => setIsFinding(!isFinding)}
        >
          <Icon name="search" />
          {filters > 0 ? t('find.set', { count: filters }) : t('find.label')}
        </button>
        <MoreMenu>
          {() => (
            <>
              <li>
                <Link className="btn btn-link" to={orderPaths.file}>
                  {t('file.link')}
                </Link>
              </li>
              {isSeller && (
                <li>
                  <SaveButton className="btn btn-link" call={callTo(deskEndpoints.exportOrders, wantedList)}>
                    {t('export')}
                  </SaveButton>
                </li>
              )}
            </>
          )}
        </MoreMenu>
      </DeskHeading>
      {packing.note}
      <ViewTabs
        label={t('views.label')}
        views={orderViews}
        titleOf={(view) => t(`views.${view}`)}
        counts={counts}
        current={wantedList.view}
      />
      <div id={findId} className={isFinding ? 'desk-order-find is-open' : 'desk-order-find'}>
        <SearchForm
          ref={searchRef}
          action={orderPaths.list}
          label={t('search.label')}
          submitLabel={t('search.submit')}
          placeholder={t('search.placeholder')}
          defaultValue={wantedList.q}
          onSearch={(q) => show({ q })}
        />
        <Filters wanted={wantedList} couriers={couriers} onShow={show} />
      </div>
      {searched !== null && <p className="quiet">{t('search.capped', { count: searched })}</p>}
      <FetchedRows query={query} empty={emptyText}>
        {() => (
          <>
            <OrderTable
              rows={rows}
              caption={t(`views.${wantedList.view}`)}
              list={params}
              chosen={chosen}
              onChoose={choose}
              onToggle={toggle}
            />
            <p role="status" className="desk-sum">
              {texts.sum(rows)}
            </p>
          </>
        )}
      </FetchedRows>
      {chosenRows.length > 0 && <ChosenBar chosen={chosenRows} packing={packing} />}
    </>
  );
};
