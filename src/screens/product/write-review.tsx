import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { PictureField } from '#blocks/picture-field/picture-field.tsx';
import { usePictureUpload } from '#blocks/picture-field/use-picture-upload.ts';
import type { Product } from '#contract/product.ts';
import { type ReviewDraft, reviewLimits, starCounts } from '#contract/review.ts';
import { useProfileQuery } from '#features/account/account-api.ts';
import { ProductPicture, picturesOf } from '#features/catalogue/product-picture.tsx';
import { useOpenReviewQuery, useStopReviewMailsMutation, useWriteReviewMutation } from '#features/reviews/reviews-api.ts';
import { asApiError, failureText } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths } from '#shared/paths.ts';
import { withRedirect } from '#shared/safe-redirect.ts';
import { useShop } from '#shared/shop.tsx';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Checkbox, Field, type FieldState } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { type FieldErrors, useForm } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';
import '#styles/order-screens.scss';
import '#styles/reviews.scss';

const { text: textLimits, author: maxAuthor } = reviewLimits;

type Values = Readonly<Record<'stars' | 'author' | 'text', string>>;

const useValidation = () => {
  const { t } = useTranslation('review');
  return ({ stars, author, text }: Values): FieldErrors => {
    const length = text.trim().length;
    const textError =
      length === 0
        ? t('errors.text')
        : length < textLimits.min
          ? t('errors.short', { min: textLimits.min })
          : t('errors.long', { max: textLimits.max });
    return {
      stars: stars === '' ? t('errors.stars') : undefined,
      text: length < textLimits.min || length > textLimits.max ? textError : undefined,
      author:
        author.trim() === ''
          ? t('errors.author')
          : author.trim().length > maxAuthor
            ? t('errors.authorLong', { max: maxAuthor })
            : undefined,
    };
  };
};

/** Five radio buttons, best first; `id` is that of the first, to which the error summary links. */
const StarField = ({ id, name, value, error, onChange }: FieldState) => {
  const { t } = useTranslation('review');
  return (
    <fieldset className={error === undefined ? 'field star-field' : 'field star-field is-wrong'} aria-describedby={error && `${id}error`}>
      <legend>{t('form.stars')}</legend>
      {starCounts.map((stars, index) => (
        <label key={stars}>
          <input
            type="radio"
            id={index === 0 ? id : undefined}
            name={name}
            value={stars}
            checked={value === String(stars)}
            onChange={({ target }) => onChange(target.value)}
          />
          <span className="stars" aria-hidden="true">
            {'★'.repeat(stars)}
            <span>{'★'.repeat(5 - stars)}</span>
          </span>
          {t(`form.names.${stars}`)}
        </label>
      ))}
      {error !== undefined && (
        <p id={`${id}error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  );
};

type FormProps = { readonly product: Product; readonly accessKey: string; readonly draft: ReviewDraft; readonly onDone: () => void };

/** A new review, or the last version of one that waits. A failure clears nothing. */
const ReviewForm = ({ product, accessKey, draft, onDone }: FormProps) => {
  const { t } = useTranslation(['review', 'refund', 'common']);
  const { t: common } = useTranslation('common');
  const form = useForm<'stars' | 'text' | 'author', 'removeImages'>({
    texts: { stars: draft.stars === undefined ? '' : String(draft.stars), text: draft.text, author: draft.author },
    checkboxes: { removeImages: false },
    validate: useValidation(),
  });
  const upload = usePictureUpload(reviewLimits.images);
  const [writeReview] = useWriteReviewMutation();
  const sending = useSending(form, (error) => failureText(common, error));

  const send = async ({ stars, text, author, removeImages }: Values & { readonly removeImages: boolean }) => {
    upload.begin();
    const call = writeReview({
      fields: {
        productId: product._id,
        key: accessKey,
        stars,
        author: author.trim(),
        text: text.trim(),
        ...(removeImages && { removeImages: 'true' as const }),
      },
      images: upload.files,
      onProgress: upload.setProgress,
    });
    const failure = await sending.send(call.unwrap(), onDone);
    upload.setError(failure?.errors?.additionalImages);
  };

  return (
    <form noValidate className="review-form" onSubmit={form.submit(send)}>
      <FormSummary form={form} message={sending.message} />
      {draft.state === 'waiting' && <p className="note">{t('form.again')}</p>}
      <StarField {...form.field('stars')} />
      <Field {...form.field('text')} label={t('form.text')} hint={t('form.textHint')} rows={7} limit={textLimits.max} />
      <Field {...form.field('author')} label={t('form.author')} hint={t('form.authorHint')} autoComplete="nickname" />
      <PictureField upload={upload} isBusy={form.isBusy} />
      {draft.images > 0 && (
        <>
          <p className="quiet">{t('form.earlier', { count: draft.images })}</p>
          <Checkbox {...form.checkbox('removeImages')} isOptional>
            {t('form.remove', { count: draft.images })}
          </Checkbox>
        </>
      )}
      <p className="quiet">
        {t('form.privacy')} <Link to={paths.privacy}>{t('form.privacyLink')}</Link> ·{' '}
        <Link to={paths.reviewPolicy}>{t('form.policyLink')}</Link>
      </p>
      <SubmitButton isBusy={form.isBusy}>{form.isBusy ? t('form.sending') : t('form.send')}</SubmitButton>
    </form>
  );
};

/** One press ends mails that ask for reviews: not by opening the link, which mail gateways do as well. */
const StopMails = ({ accessKey }: { readonly accessKey: string }) => {
  const { t } = useTranslation('review');
  const [stop, { isLoading, isSuccess, error }] = useStopReviewMailsMutation();
  const headingRef = useOutcomeHeading(isSuccess);
  return (
    <section>
      <h1 ref={headingRef} tabIndex={-1}>
        {t(isSuccess ? 'stop.done' : 'stop.heading')}
      </h1>
      <p>{t(isSuccess ? 'stop.doneText' : 'stop.text')}</p>
      {error && <FailureNote error={asApiError(error)} />}
      {!isSuccess && (
        <button type="button" className="btn btn-primary" aria-disabled={isLoading} onClick={() => !isLoading && void stop(accessKey)}>
          {t('stop.button')}
        </button>
      )}
    </section>
  );
};

type WriteReviewProps = { readonly product: Product; readonly accessKey: string };

const Writing = ({ product, accessKey }: WriteReviewProps) => {
  const { t } = useTranslation(['review', 'common']);
  const { t: common } = useTranslation('common');
  // The profile call sets the CSRF cookie, without which the call below would be refused and sent again.
  const { isLoading } = useProfileQuery();
  const access = { productId: product._id, key: accessKey };
  const { currentData: draft, error: cause, isFetching, refetch } = useOpenReviewQuery(access, { skip: isLoading });
  const [isSent, setIsSent] = useState(false);
  const headingRef = useOutcomeHeading(isSent);
  // A later failure, as without a connection, takes nothing away that is being typed: sending it says what is wrong.
  const error = draft ? undefined : cause && asApiError(cause);
  const decision = draft && draft.state !== 'new' && draft.state !== 'waiting' ? draft.state : undefined;
  if (isSent)
    return (
      <section>
        <h1 ref={headingRef} tabIndex={-1}>
          {t('sent.heading')}
        </h1>
        <p>{t('sent.text')}</p>
        <Link className="btn btn-primary" to={paths.shop}>
          {t('sent.shop')}
        </Link>
      </section>
    );
  return (
    <section>
      <h1>{t('heading', { name: product.name })}</h1>
      {!draft && !error && <Spinner label={t('common:loading')} />}
      {error && error.status !== 401 && (
        <FailureNote
          error={error}
          {...(typeof error.status === 'number' && error.status < 500 ? {} : { onRetry: refetch, isBusy: isFetching })}
        />
      )}
      {error?.status === 401 && (
        <>
          <p>{failureText(common, error)}</p>
          <Link className="btn btn-primary" to={withRedirect(paths.loginRegister, paths.reviewOf(product._id, accessKey))}>
            {t('signIn')}
          </Link>
        </>
      )}
      {decision !== undefined && <p className="note">{t(`decided.${decision}`)}</p>}
      {draft && decision === undefined && (
        <ReviewForm product={product} accessKey={accessKey} draft={draft} onDone={() => setIsSent(true)} />
      )}
    </section>
  );
};

/** The page of a review: `?review=` is the token of a mailed link, or the number of an order of the signed-in account. */
export const WriteReview = ({ product, accessKey }: WriteReviewProps) => {
  const shop = useShop();
  const { t } = useTranslation('review');
  const { hash } = useLocation();
  return (
    <div className="container-xl review-page">
      <PageTitle title={t('heading', { name: product.name })} titleTemplate={shop.name} />
      <Breadcrumbs name={t('breadcrumb')} parents={[{ name: product.name, path: paths.product(product._id) }]} />
      <div className="review-columns">
        {hash === '#stop' ? <StopMails accessKey={accessKey} /> : <Writing product={product} accessKey={accessKey} />}
        <aside aria-label={product.name}>
          <ProductPicture image={picturesOf(product)[0]} sizes="240px" alt="" />
          <Link to={paths.product(product._id)}>{product.name}</Link>
        </aside>
      </div>
    </div>
  );
};
