import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { PictureField } from '#blocks/picture-field/picture-field.tsx';
import { usePictureUpload } from '#blocks/picture-field/use-picture-upload.ts';
import { cutText } from '#contract/cut-text.ts';
import { formatNumber } from '#contract/locale.ts';
import type { Order } from '#contract/order.ts';
import { refundLimits } from '#contract/refund.ts';
import { itemName } from '#features/orders/order-texts.ts';
import { useRequestRefundMutation } from '#features/refunds/refunds-api.ts';
import { type ApiError, asApiError, failureText } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { Checkbox, Field, SelectField } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { type FieldErrors, useForm } from '#shared/ui/use-form.ts';
import { type ChosenItems, countTo, isCancellationPeriodOver } from './declare-view.tsx';

type Item = Order['items'][number];
type Reason = 'mind' | 'damaged' | 'wrong' | 'other';

const reasons: readonly Reason[] = ['mind', 'damaged', 'wrong', 'other'];
/** With the items and the reason it stays below `refundLimits.reason.max`, also for long names. */
const maxDetails = 400;
const maxReason = 1000;

/** An order line that is part of a request; `reference` is empty when the API gives none. */
type SentLine = { readonly itemId: string; readonly pieces: number; readonly reference: string };

type SentLinesProps = { readonly order: Order; readonly sent: readonly SentLine[]; readonly onShowSheet: () => void };

/** The lines that were sent before another request failed, with the way to their return sheet. */
const SentLines = ({ order, sent, onShowSheet }: SentLinesProps) => {
  const { t, i18n } = useTranslation('refund');
  const headingId = useId();
  return (
    <div className="return-sent">
      <h2 id={headingId}>{t('return.sent.heading')}</h2>
      <ul aria-labelledby={headingId}>
        {order.items.flatMap((item) => {
          const line = sent.find(({ itemId }) => itemId === item._id);
          if (!line) return [];
          return (
            <li key={item._id}>
              <span>{t('return.line', { quantity: formatNumber(line.pieces, i18n.language), name: itemName(item) })}</span>{' '}
              {line.reference !== '' && <span>{t('return.sent.reference', { reference: line.reference })}</span>}
            </li>
          );
        })}
      </ul>
      <button type="button" className="btn btn-outline-primary" onClick={onShowSheet}>
        {t('return.sent.sheet')}
      </button>
    </div>
  );
};

type ReturnFormProps = { readonly order: Order; readonly onSent: () => void };

/**
 * Chooses items, units, a reason and pictures, and sends one refund request per product, because the seller decides each on its own. Every request
 * has all pictures. When a request fails, the ones sent before are shown as sent, and only the rest can be changed and sent.
 */
export const ReturnForm = ({ order, onSent }: ReturnFormProps) => {
  const { t, i18n } = useTranslation('refund');
  const { t: common } = useTranslation('common');
  const [requestRefund] = useRequestRefundMutation();
  const [message, setMessage] = useState<string>();
  const upload = usePictureUpload(refundLimits.images);
  const [sentLines, setSentLines] = useState<readonly SentLine[]>([]);
  const { items } = order;
  const unsent = items.filter(({ _id }) => !sentLines.some(({ itemId }) => itemId === _id));
  const navigate = useNavigate();
  // A buyer who has changed their mind in time is led to the cancellation, which needs no approval.
  const { cancellable } = order;
  const declarable = (values: Readonly<Record<string, string | boolean | undefined>>) =>
    values.why !== 'mind' || !cancellable || isCancellationPeriodOver(cancellable)
      ? []
      : unsent.filter(({ _id }) => values[_id] && cancellable.items.some(({ itemId }) => itemId === _id));
  const form = useForm<string, string>({
    texts: { why: '', details: '', ...Object.fromEntries(items.map(({ _id, quantity }) => [`pieces ${_id}`, String(quantity)])) },
    checkboxes: Object.fromEntries(items.map(({ _id }) => [_id, false])),
    validate: (values) => {
      const details = String(values.details).trim();
      if (declarable(values).length > 0) return {};
      return {
        ...(unsent.every(({ _id }) => !values[_id]) && { [unsent[0]?._id ?? '']: t('return.errors.items') }),
        why: values.why === '' ? t('return.errors.why') : undefined,
        details:
          details.length > maxDetails
            ? t('return.errors.long', { max: maxDetails })
            : values.why !== 'mind' && values.why !== '' && details === ''
              ? t('return.errors.details')
              : undefined,
      };
    },
  });

  // The names of fields are those of the order's items, so their values may be undefined as far as the compiler knows.
  const textField = (name: string) => ({ ...form.field(name), value: String(form.values[name] ?? '') });
  const checkbox = (name: string) => ({ ...form.checkbox(name), isChecked: form.values[name] === true });

  const unitsOf = (values: typeof form.values, { _id }: Item) => Number(values[`pieces ${_id}`]);

  const describe = (values: typeof form.values, lines: readonly Item[]): string => {
    const list = lines.map((item) => t('return.line', { quantity: unitsOf(values, item), name: itemName(item) })).join('; ');
    const why = reasons.find((each) => each === values.why) ?? 'other';
    const text = t('return.text', { items: list, why: t(`return.reasons.${why}`), details: String(values.details).trim() });
    return cutText(text.trim(), maxReason, '');
  };

  const fail = (all: readonly SentLine[], refusals: FieldErrors, error: ApiError | undefined) => {
    setSentLines(all);
    form.setErrors(refusals);
    upload.setError(error?.errors?.additionalImages);
    const references = [...new Set(all.map(({ reference }) => reference))].filter(Boolean).join(', ');
    const parts = [references !== '' && t('return.partly', { references }), error && failureText(common, error)].filter(Boolean);
    setMessage(parts.length === 0 ? undefined : parts.join(' '));
  };

  const send = async (values: typeof form.values) => {
    setMessage(undefined);
    const chosen = declarable(values).map((item) => ({ itemId: item._id, quantity: unitsOf(values, item) }));
    if (chosen.length > 0) return void navigate(paths.returnOf(order._id, 'cancel'), { state: { chosen } satisfies ChosenItems });
    upload.begin();
    const asked = unsent.filter(({ _id }) => values[_id]);
    const all = [...sentLines];
    const refusals: Record<string, string> = {};
    const productIds = [...new Set(asked.map(({ product }) => product._id))];
    for (const [index, productId] of productIds.entries()) {
      const lines = asked.filter(({ product }) => product._id === productId);
      const { data, error } = await requestRefund({
        request: { orderId: order._id, ProductId: productId, reason: describe(values, lines) },
        images: upload.files,
        onProgress: (part) => upload.setProgress((index + part) / productIds.length),
      });
      if (data) {
        const { reference = '' } = data;
        all.push(...lines.map((item) => ({ itemId: item._id, pieces: unitsOf(values, item), reference })));
        continue;
      }
      const apiError = asApiError(error);
      const refusal = apiError.errors?.ProductId;
      // A refusal of one product does not hold back the others; any other failure would repeat itself.
      if (refusal === undefined) return fail(all, refusals, apiError);
      for (const { _id } of lines) refusals[_id] = refusal;
    }
    if (Object.keys(refusals).length > 0) fail(all, refusals, undefined);
    else onSent();
  };

  const isDeclared = declarable(form.values).length > 0;
  return (
    <section className="refund-form">
      <form noValidate onSubmit={form.submit(send)}>
        <FormSummary form={form} message={message} />
        {sentLines.length > 0 && <SentLines order={order} sent={sentLines} onShowSheet={onSent} />}
        <fieldset className="return-items">
          <legend>{t(sentLines.length > 0 ? 'return.rest' : 'return.items')}</legend>
          {unsent.map((item) => (
            <div key={item._id} className="return-item">
              <Checkbox {...checkbox(item._id)} isOptional>
                {t('return.line', { quantity: formatNumber(item.quantity, i18n.language), name: itemName(item) })}
              </Checkbox>
              {item.quantity > 1 && form.values[item._id] === true && (
                <SelectField {...textField(`pieces ${item._id}`)} label={t('return.quantity', { name: itemName(item) })}>
                  {countTo(item.quantity).map((pieces) => (
                    <option key={pieces} value={pieces}>
                      {formatNumber(pieces, i18n.language)}
                    </option>
                  ))}
                </SelectField>
              )}
            </div>
          ))}
        </fieldset>
        <SelectField {...textField('why')} label={t('return.why')}>
          <option value="">{t('return.chooseWhy')}</option>
          {reasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`return.reasons.${reason}`)}
            </option>
          ))}
        </SelectField>
        {isDeclared ? (
          <p>{t('return.declare')}</p>
        ) : (
          <>
            <Field
              {...textField('details')}
              label={t('return.details')}
              hint={t('return.detailsHint')}
              rows={4}
              limit={maxDetails}
              isOptional={form.values.why === 'mind' || form.values.why === ''}
            />
            <PictureField upload={upload} isBusy={form.isBusy} />
          </>
        )}
        <SubmitButton isBusy={form.isBusy}>{t(isDeclared ? 'declare.continue' : 'return.submit')}</SubmitButton>
      </form>
    </section>
  );
};
