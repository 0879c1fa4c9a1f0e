import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { ContinueBrowsing } from '#blocks/continue-browsing/continue-browsing.tsx';
import { ListedPrice, usePrices } from '#blocks/price/price.tsx';
import { MainButton } from '#blocks/product-tile/main-button.tsx';
import { Rating } from '#blocks/rating/rating.tsx';
import { pence } from '#contract/money.ts';
import { unitPrice, withCheapestVariation } from '#contract/pricing.ts';
import type { Product } from '#contract/product.ts';
import { compareFields, type FieldsWith, isDetail } from '#contract/product-fields.ts';
import { availableQuantity } from '#contract/stock.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import {
  type CurrentProduct,
  type DetailedProduct,
  type DetailsState,
  useCurrentProducts,
  useDetailedProduct,
} from '#features/catalogue/use-products.ts';
import { useStockText } from '#features/catalogue/use-stock-text.ts';
import { compareLimit } from '#features/compare/compare-slice.ts';
import { useComparedItems } from '#features/compare/use-compare.ts';
import { ScreenTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { selectIsRestored } from '#shared/restored-slice.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { EmptyNote } from '#shared/ui/empty-note.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon, Swatch } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { UndoHeading, useUndo } from '#shared/ui/undo-heading.tsx';
import '#styles/order-screens.scss';

const detailRows = compareFields.filter(isDetail);
const textRows = compareFields.filter((field) => !isDetail(field));
const rows = ['price', 'stock', 'rating', ...textRows, 'colours', 'sizes', ...detailRows, 'delivery', 'description'] as const;
type Row = (typeof rows)[number];

/** A product with the details that lists leave out, as far as they are loaded. */
type ComparedProduct = CurrentProduct & Pick<DetailedProduct, 'details' | 'retry'>;

/** The text of each row for a product, by which products are compared. */
const useFacts = () => {
  const { t } = useTranslation('compare');
  const { t: common } = useTranslation('common');
  const { isReseller, money } = usePrices();
  const stockText = useStockText();
  return ({ product, isDiscontinued }: CurrentProduct): Readonly<Record<Row, string>> => {
    const delivery = pence(product.deliveryCost);
    const texts = Object.fromEntries(compareFields.map((field) => [field, product[field]])) as Record<FieldsWith<'compare'>, string>;
    const sizes = new Set(product.variation.flatMap(({ size }) => (size.length > 1 ? size.map(({ name }) => name) : [])));
    return {
      price: money(unitPrice(withCheapestVariation(product).product, isReseller).unit),
      stock: stockText(isDiscontinued ? undefined : availableQuantity(product)),
      rating: product.reviewCount > 0 ? common('rating', { rating: product.rating, count: product.reviewCount }) : '',
      ...texts,
      colours: product.variation.map(({ color }) => color).join(', '),
      sizes: [...sizes].join(', '),
      delivery: delivery > 0 ? money(delivery) : t('freeDelivery'),
      description: product.shortDescription,
    };
  };
};

type CompareTableProps = {
  readonly compared: readonly ComparedProduct[];
  readonly onRemove: (product: Product, index: number) => void;
};

const CompareTable = ({ compared, onRemove }: CompareTableProps) => {
  const { t } = useTranslation(['compare', 'common']);
  const { t: common } = useTranslation('common');
  const [isChecked, setIsChecked] = useState(false);
  const isFiltered = isChecked && compared.length > 1;
  const factsOf = useFacts();
  const columns = compared.map((item) => ({ ...item, facts: factsOf(item) }));
  const isUnknown = (row: Row, { details, facts }: (typeof columns)[number]) =>
    details.kind !== 'loaded' && detailRows.some((field) => field === row) && facts[row] === '';
  // A row with a detail that is not loaded counts as different.
  const differs = (row: Row) =>
    columns.some((column) => isUnknown(row, column)) || new Set(columns.map(({ facts }) => facts[row])).size > 1;
  const hasReviews = compared.some(({ product }) => product.reviewCount > 0);
  const shownRows = rows.filter((row) => (row !== 'rating' || hasReviews) && (!isFiltered || differs(row)));
  const cell = (row: Row, column: (typeof columns)[number]): ReactNode => {
    const { product, details, facts } = column;
    if (row === 'price') return <ListedPrice product={product} />;
    if (row === 'rating' && product.reviewCount > 0) return <Rating product={product} t={common} />;
    if (row === 'colours' && product.variation.length > 0)
      return (
        <ul className="compare-colours">
          {product.variation.map(({ color, hex }) => (
            <li key={color}>
              <Swatch hex={hex} />
              <bdi>{color}</bdi>
            </li>
          ))}
        </ul>
      );
    if (isUnknown(row, column)) return details.kind === 'failed' ? t('detailsFailed') : t('common:loading');
    return <bdi>{facts[row] || t('none')}</bdi>;
  };
  const failedColumns = columns.flatMap(({ details, retry }) => (details.kind === 'failed' ? [{ ...details, retry }] : []));
  const [failure] = failedColumns;
  return (
    <>
      {failure && (
        <FailureNote
          error={failure.error}
          onRetry={() => {
            for (const { retry } of failedColumns) retry();
          }}
          isBusy={failedColumns.some(({ isRetrying }) => isRetrying)}
        />
      )}
      {columns.length > 1 && (
        <label className="compare-differences">
          <input type="checkbox" checked={isChecked} onChange={(event) => setIsChecked(event.target.checked)} />
          {t('differences')}
        </label>
      )}
      {isFiltered && shownRows.length === 0 && <p role="status">{t('alike')}</p>}
      <section className="compare-scroll" aria-label={t('caption')}>
        <table className="compare-table">
          <thead>
            <tr>
              <td />
              {columns.map(({ product }, index) => (
                <th key={product.id} scope="col">
                  <ProductPicture image={picturesOf(product)[0]} sizes="240px" alt="" />
                  <Link className="cart-row-name" to={paths.product(product._id)}>
                    {product.name}
                  </Link>
                  <button
                    type="button"
                    className="icon-button"
                    aria-label={t('common:line.remove', { name: product.name })}
                    onClick={() => onRemove(product, index)}
                  >
                    <Icon name="cross" />
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shownRows.map((row) => (
              <tr key={row}>
                <th scope="row">
                  {t(`rows.${row}`)}
                  {row === 'rating' && (
                    <>
                      {' '}
                      <Link to={paths.reviewPolicy}>{common('footer.links.reviewPolicy')}</Link>
                    </>
                  )}
                </th>
                {columns.map((column) => (
                  <td key={column.product.id}>{cell(row, column)}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t('rows.buy')}</th>
              {columns.map(({ product, isDiscontinued }) => (
                <td key={product.id}>{!isDiscontinued && <MainButton product={product} t={common} />}</td>
              ))}
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
};

// A discontinued product shows its stored copy.
const loaded: DetailsState = { kind: 'loaded' };
const ignore = () => undefined;

/** Up to four products side by side. */
export const CompareScreen = () => {
  const { t } = useTranslation(['compare', 'common']);
  const isRestored = useSelector(selectIsRestored);
  const { items, remove, putBack, clear } = useComparedItems();
  const idAt = (place: number): string => items[place]?._id ?? '';
  // One for each place of the comparison, `compareLimit`.
  const detailedProducts = [
    useDetailedProduct(idAt(0)),
    useDetailedProduct(idAt(1)),
    useDetailedProduct(idAt(2)),
    useDetailedProduct(idAt(3)),
  ];
  const comparedProducts = useCurrentProducts(items).map(({ product, isDiscontinued }, place): ComparedProduct => {
    const { product: withDetails = product, details = loaded, retry = ignore } = detailedProducts[place] ?? {};
    return { product: withDetails, isDiscontinued, details: isDiscontinued ? loaded : details, retry };
  });
  const undo = useUndo(comparedProducts.map(({ product }) => product.id));
  return (
    <div className="container-xl cart-page">
      <ScreenTitle name="compare" />
      <UndoHeading text={t('heading')} undo={undo} />
      {!isRestored && <Spinner label={t('common:loading')} isFullPage />}
      {isRestored && comparedProducts.length === 0 && (
        <>
          <EmptyNote
            heading={t('empty.heading')}
            text={t('empty.text', { limit: compareLimit })}
            button={t('empty.button')}
            to={paths.shop}
          />
          <ContinueBrowsing />
        </>
      )}
      {isRestored && comparedProducts.length > 0 && (
        <>
          <CompareTable
            compared={comparedProducts}
            onRemove={(product, index) => {
              remove(product);
              undo.removed({ key: product.id, text: t('removed', { name: product.name }), putBack: () => putBack(product, index) });
            }}
          />
          <div className="button-row cart-actions">
            <ConfirmButton label={t('clear')} text={t('clearText')} onConfirm={undo.clearBy(clear)} />
          </div>
        </>
      )}
    </div>
  );
};
