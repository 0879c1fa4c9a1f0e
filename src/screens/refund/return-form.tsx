import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PictureField } from '#blocks/picture-field/picture-field.tsx';
import { usePictureUpload } from '#blocks/picture-field/use-picture-upload.ts';
import { formatNumber } from '#contract/locale.ts';
import type { Order } from '#contract/order.ts';
import { refundLimits } from '#contract/refund.ts';
import { itemName } from '#features/orders/item-choice.ts';
import { useRequestRefundMutation } from '#features/refunds/refunds-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { failureText } from '#shared/api/failure-text.ts';
import { Checkbox } from '#shared/ui/checkbox.tsx';
import { ErrorNote } from '#shared/ui/failure-note.tsx';
import { Field } from '#shared/ui/field.tsx';
import { FormSummary } from '#shared/ui/form-summary.tsx';
import { SelectField } from '#shared/ui/select-field.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useForm } from '#shared/ui/use-form.ts';

type Reason = 'mind' | 'damaged' | 'wrong' | 'other';

const reasons: readonly Reason[] = ['mind', 'damaged', 'wrong', 'other'];
/** With the items and the reason it stays below `refundLimits.reason.max`, also for long names. */
const maxDetails = 400;
const maxReason = 1000;

const countTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

type ReturnFormProps = { readonly order: Order; readonly onSent: () => void };

/**
 * Chooses items, pieces, a reason and pictures, and sends one refund request per product, because the seller decides each on its own. Every
 * request has all pictures.
 */
export const ReturnForm = ({ order, onSent }: ReturnFormProps) => {
  const { t, i18n } = useTranslation('refund');
  const { t: common } = useTranslation('common');
  const [requestRefund] = useRequestRefundMutation();
  const [failure, setFailure] = useState('');
  const upload = usePictureUpload(refundLimits.images);
  /** References by product: what was sent before another call failed is not sent again. */
  const [sent, setSent] = useState<Readonly<Record<string, string>>>({});
  const { items } = order;
  const form = useForm<string, string>({
    texts: { why: '', details: '', ...Object.fromEntries(items.map(({ _id, quantity }) => [`pieces ${_id}`, String(quantity)])) },
    checkboxes: Object.fromEntries(items.map(({ _id }) => [_id, false])),
    validate: (values) => {
      const details = String(values.details).trim();
      return {
        ...(items.every(({ _id }) => !values[_id]) && { [items[0]?._id ?? '']: t('return.errors.items') }),
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

  const send = async (values: typeof form.values) => {
    setFailure('');
    upload.begin();
    const chosen = items.filter(({ _id }) => values[_id]);
    const done = { ...sent };
    const why = reasons.find((each) => each === values.why) ?? 'other';
    const productIds = [...new Set(chosen.map(({ product }) => product._id))];
    for (const [index, productId] of productIds.entries()) {
      if (done[productId] !== undefined) continue;
      const lines = chosen.filter(({ product }) => product._id === productId);
      const list = lines.map((item) => t('return.line', { quantity: values[`pieces ${item._id}`], name: itemName(item) })).join('; ');
      const reason = t('return.text', { items: list, why: t(`return.reasons.${why}`), details: String(values.details).trim() });
      const { data, error } = await requestRefund({
        request: { orderId: order._id, ProductId: productId, reason: reason.trim().slice(0, maxReason) },
        images: upload.files,
        onProgress: (part) => upload.setProgress((index + part) / productIds.length),
      });
      if (error) {
        setSent(done);
        const references = Object.values(done).filter(Boolean).join(', ');
        const apiError = asApiError(error);
        upload.setError(apiError.errors?.additionalImages);
        const message = failureText(common, apiError);
        setFailure(references === '' ? message : `${t('return.partly', { references })} ${message}`);
        return;
      }
      done[productId] = data.reference ?? '';
    }
    onSent();
  };

  return (
    <section className="refund-form">
      <form noValidate onSubmit={form.submit(send)}>
        <FormSummary form={form} message={undefined} />
        {failure !== '' && <ErrorNote text={failure} />}
        <fieldset className="return-items">
          <legend>{t('return.items')}</legend>
          {items.map((item) => (
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
        <Field
          {...textField('details')}
          label={t('return.details')}
          hint={t('return.detailsHint')}
          rows={4}
          limit={maxDetails}
          isOptional={form.values.why === 'mind' || form.values.why === ''}
        />
        <PictureField upload={upload} isBusy={form.isBusy} />
        <SubmitButton isBusy={form.isBusy}>{t('return.submit')}</SubmitButton>
      </form>
    </section>
  );
};
