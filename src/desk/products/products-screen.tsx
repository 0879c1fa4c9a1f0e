import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { type ProductRow, productViews } from '#contract/desk/products.ts';
import { useIsSeller, useList } from '#desk/desk-api.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedRows, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Thumb } from '#desk/parts/row.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { ShelfLinks } from '#desk/shelf/shelf-links.tsx';
import { useCategoriesQuery } from '#features/catalogue/catalogue-api.ts';
import { Link } from '#shared/ui/link.tsx';
import { SearchForm } from '#shared/ui/search-form.tsx';
import { StockTable } from './stock-table.tsx';

const columns = ['price', 'toSell', 'unsent', 'soldLately', 'waiting'] as const;

/** Products with their numbers; on a phone a row is a card, and the whole of it opens the product. */
const ProductTable = ({ rows, caption }: { readonly rows: readonly ProductRow[]; readonly caption: string }) => {
  const { t } = useTranslation('desk-products');
  const pounds = usePounds();
  return (
    <table className="desk-table desk-products">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('columns.product')}</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`columns.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <div>
                <Thumb src={row.picture} />
                <Link to={deskPageOf('products', row.id)}>{row.name}</Link>
                <span className="quiet">{row.sku}</span>
              </div>
            </th>
            <td data-label={t('columns.price')}>
              {t(row.isFrom ? 'price.from' : 'price.one', { amount: pounds(row.price) })}{' '}
              {row.before !== null && <s>{pounds(row.before)}</s>}
              {row.reseller !== row.price && <span className="quiet">{t('price.reseller', { amount: pounds(row.reseller) })}</span>}
            </td>
            <td data-label={t('columns.toSell')}>
              <strong>{row.toSell}</strong>
            </td>
            <td data-label={t('columns.unsent')}>{row.unsent}</td>
            <td data-label={t('columns.soldLately')}>{row.soldLately}</td>
            <td data-label={t('columns.waiting')}>{row.waiting}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** Products by view, category and search; their stock can be counted in place. */
export const ProductsScreen = () => {
  const { t } = useTranslation('desk-products');
  const [params, setParams] = useSearchParams();
  const isSeller = useIsSeller();
  const { data: categories = [] } = useCategoriesQuery();
  const view = useView(productViews);
  const [q, category] = [params.get('q') ?? '', params.get('category') ?? ''];
  const isCounting = params.has('count');
  const listQuery = { view, q, category };
  const query = useList(deskEndpoints.products, listQuery, { refetchOnFocus: !isCounting, refetchOnMountOrArgChange: true });
  const counts = query.data?.pages[0]?.counts;
  const show = (changed: Readonly<Record<string, string>>) => {
    const shown = { view, q, category, count: isCounting ? '1' : '', ...changed };
    setParams(Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== '')));
  };
  return (
    <>
      <DeskHeading title={t('heading')} lead={isCounting ? t('count.lead') : undefined} view={String(isCounting)}>
        <button type="button" className="btn btn-outline-primary" onClick={() => show({ count: isCounting ? '' : '1' })}>
          {t(isCounting ? 'count.end' : 'count.begin')}
        </button>
        {isSeller && !isCounting && (
          <Link className="btn btn-primary" to={`${deskPages.products}/new`}>
            {t('new.link')}
          </Link>
        )}
      </DeskHeading>
      {isSeller && <ShelfLinks />}
      <ViewTabs label={t('views.label')} views={productViews} titleOf={(key) => t(`views.${key}`)} counts={counts} current={view} />
      <div className="desk-product-find">
        <SearchForm
          action={deskPages.products}
          label={t('search.label')}
          submitLabel={t('search.submit')}
          placeholder={t('search.placeholder')}
          fieldKey={q}
          defaultValue={q}
          onSearch={(text) => show({ q: text })}
        />
        <select
          className="form-select"
          aria-label={t('search.category')}
          value={category}
          onChange={({ target }) => show({ category: target.value })}
        >
          <option value="">{t('search.all')}</option>
          {categories.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <FetchedRows query={query} empty={q === '' && category === '' ? t(`empty.${view}`) : t('empty.search')}>
        {(rows) =>
          isCounting ? (
            <StockTable
              caption={t('count.begin')}
              rows={rows.flatMap(({ name, counters }) =>
                counters.map((row) => ({ row, name: [name, row.choice].filter(Boolean).join(', ') })),
              )}
              onShow={() => void query.refetch()}
            />
          ) : (
            <ProductTable rows={rows} caption={t(`views.${view}`)} />
          )
        }
      </FetchedRows>
    </>
  );
};
