import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LineChoice } from '#blocks/cart-view/line-choice.tsx';
import type { Product } from '#contract/product.ts';
import { type PublicReview, type ReportReason, reportReasons, starCounts } from '#contract/review.ts';
import { pictureUrl } from '#features/catalogue/product-picture.tsx';
import { useReportReviewMutation, useReviewsQuery } from '#features/reviews/reviews-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDate } from '#shared/format-date.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { useShop } from '#shared/shop.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import '#styles/reviews.scss';

const Stars = ({ stars }: { readonly stars: number }) => {
  const { t } = useTranslation('review');
  return (
    <span className="stars">
      <span aria-hidden="true">
        {'★'.repeat(stars)}
        <span>{'★'.repeat(5 - stars)}</span>
      </span>
      <span className="visually-hidden">{t('list.stars', { count: stars })}</span>
    </span>
  );
};

/** Reports a review to the seller, anonymously. */
const Report = ({ reference, author }: Pick<PublicReview, 'reference' | 'author'>) => {
  const { t } = useTranslation('review');
  const [isOpen, setIsOpen] = useState(false);
  const [reason, setReason] = useState<ReportReason>('false');
  const [report, { isLoading, isSuccess, error }] = useReportReviewMutation();
  const sentRef = useOutcomeHeading(isSuccess);
  return (
    <div className="review-report">
      <p ref={sentRef} role="status" tabIndex={-1}>
        {isSuccess && t('report.sent')}
      </p>
      {!isSuccess && (
        <button
          type="button"
          className="btn btn-link"
          aria-expanded={isOpen}
          aria-label={t('report.openLabel', { author })}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('report.open')}
        </button>
      )}
      {isOpen && !isSuccess && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (!isLoading) void report({ reference, reason });
          }}
        >
          <label>
            {t('report.reason')}
            <select
              className="form-select"
              value={reason}
              onChange={({ target }) => setReason(reportReasons.find((each) => each === target.value) ?? 'other')}
            >
              {reportReasons.map((each) => (
                <option key={each} value={each}>
                  {t(`report.reasons.${each}`)}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="btn btn-outline-primary" aria-disabled={isLoading}>
            {t('report.send')}
          </button>
          {error && <FailureNote error={asApiError(error)} />}
        </form>
      )}
    </div>
  );
};

const Review = ({ review, product }: { readonly review: PublicReview; readonly product: Product }) => {
  const shop = useShop();
  const { t, i18n } = useTranslation('review');
  const { reference, author, stars, text, at, images, reply, color, size } = review;
  const hasSizes = product.variation.some((each) => each.size.length > 1);
  return (
    <article className="review" aria-label={t('list.of', { author })} tabIndex={-1}>
      <p className="review-head">
        <Stars stars={stars} /> <strong>{author}</strong>
        <time dateTime={at}>{formatDate(at, i18n.language)}</time>
      </p>
      <LineChoice color={color} size={hasSizes ? size : undefined} />
      <p className="review-text">{text}</p>
      {images.length > 0 && (
        <ul className="review-pictures">
          {images.map((image, index) => (
            <li key={image}>
              <a href={pictureUrl(image)} target="_blank" rel="noreferrer">
                <img
                  src={pictureUrl(image)}
                  alt={t('list.picture', { author, number: index + 1, count: images.length })}
                  width="120"
                  height="120"
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {reply !== '' && (
        <div className="review-reply">
          <strong>{t('list.reply', { shop: shop.name })}</strong>
          <p className="review-text">{reply}</p>
        </div>
      )}
      <Report reference={reference} author={author} />
    </article>
  );
};

type PageProps = { readonly product: Product; readonly page: number; readonly isLast: boolean; readonly onMore: () => void };

/** A page of reviews; a later one takes the focus when it comes, because its button has gone, but not from anybody who has gone on meanwhile. */
const ReviewsPage = ({ product, page, isLast, onMore }: PageProps) => {
  const { t } = useTranslation(['review', 'common']);
  const { data, error, isFetching, refetch } = useReviewsQuery({ productId: product._id, page });
  const listRef = useRef<HTMLDivElement>(null);
  const isLoaded = data !== undefined;
  useLayoutEffect(() => {
    if (page === 1 || !isLoaded || document.activeElement !== document.body) return;
    listRef.current?.querySelector<HTMLElement>('.review')?.focus({ preventScroll: true });
  }, [page, isLoaded]);
  if (!data && error) return <FailureNote error={asApiError(error)} onRetry={refetch} isBusy={isFetching} />;
  if (!data) return <Spinner label={t('common:loading')} />;
  return (
    <div ref={listRef}>
      {page === 1 && data.count > 1 && (
        <dl className="reviews-spread">
          {starCounts.map((stars, index) => (
            <div key={stars}>
              <dt>
                <Stars stars={stars} />
              </dt>
              <dd>
                <meter min={0} max={data.count} value={data.stars[index] ?? 0} aria-hidden="true" />
                <span className="reviews-count">{t('list.count', { count: data.stars[index] ?? 0 })}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {data.items.map((review) => (
        <Review key={review.reference} review={review} product={product} />
      ))}
      {isLast && data.page < data.pages && (
        <button type="button" className="btn btn-outline-primary" onClick={onMore}>
          {t('list.more')}
        </button>
      )}
    </div>
  );
};

/** Approved reviews of a product, the latest first, a page at a time. */
export const ReviewList = ({ product }: { readonly product: Product }) => {
  const [pages, setPages] = useState(1);
  return Array.from({ length: pages }, (_, index) => (
    <ReviewsPage
      // biome-ignore lint/suspicious/noArrayIndexKey: the index is the page.
      key={index}
      product={product}
      page={index + 1}
      isLast={index + 1 === pages}
      onMore={() => setPages(pages + 1)}
    />
  ));
};
