import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Order } from '#contract/order.ts';
import { refundLimits } from '#contract/refund.ts';
import { useRequestRefundMutation } from '#features/refunds/refunds-api.ts';
import { usePictures } from '#features/refunds/use-pictures.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { failureText } from '#shared/api/failure-text.ts';
import { Field } from '#shared/ui/field.tsx';
import { SelectField } from '#shared/ui/select-field.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { type FieldErrors, useForm } from '#shared/ui/use-form.ts';
import { PictureField } from './picture-field.tsx';
import type { BannerWords } from './refund-banner.tsx';

const { least, most } = refundLimits.reason;

/** A product of the order once, however many lines it has; one line's choice is named with it. */
const productsOf = ({ items }: Order): { readonly id: string; readonly name: string }[] =>
  [...new Set(items.map(({ product }) => product._id))].flatMap((id) => {
    const [line, ...others] = items.filter(({ product }) => product._id === id);
    if (!line) return [];
    const choice = others.length > 0 ? '' : [line.variation?.name, line.color, line.size].filter(Boolean).join(', ');
    return [{ id, name: choice ? `${line.product.name} (${choice})` : line.product.name }];
  });

type Values = { readonly ProductId: string; readonly reason: string };

/** What is wrong, by field (a product and a reason must be there; their limits are the contract's). */
const useValidation = () => {
  const { t } = useTranslation('refund');
  const reasonError = (reason: string): string | undefined => {
    if (reason === '') return t('errors.reason');
    if (reason.length < least) return t('errors.short', { least });
    return reason.length > most ? t('errors.long', { most }) : undefined;
  };
  return ({ ProductId, reason }: Values): FieldErrors => ({
    ProductId: ProductId === '' ? t('errors.product') : undefined,
    reason: reasonError(reason.trim()),
  });
};

/**
 * Asking for a refund. After a success the product, the reason and the pictures are cleared; a failure clears nothing.
 * `onSay` tells the banner.
 */
export const RefundForm = ({ order, onSay }: { readonly order: Order; readonly onSay: (words: BannerWords) => void }) => {
  const { t } = useTranslation('refund');
  const { t: common } = useTranslation('common');
  const validate = useValidation();
  const form = useForm<'ProductId' | 'reason', never>({ texts: { ProductId: '', reason: '' }, checkboxes: {}, validate });
  const [requestRefund] = useRequestRefundMutation();
  const pictures = usePictures();
  const [pictureError, setPictureError] = useState<string>();
  const [sent, setSent] = useState(0);

  const send = async ({ ProductId, reason }: Values) => {
    setSent(0);
    setPictureError(undefined);
    const { data, error: cause } = await requestRefund({
      request: { orderId: order._id, ProductId, reason: reason.trim() },
      images: pictures.chosen.map(({ file }) => file),
      onProgress: setSent,
    });
    if (cause) {
      const error = asApiError(cause);
      setPictureError(form.setErrors(error.errors).additionalImages);
      onSay({ message: t('messages.failed'), details: [failureText(common, error)] });
      return;
    }
    form.reset();
    pictures.clear();
    const { reference } = data;
    onSay({ message: t('messages.submitted'), details: reference ? [t('reference', { reference })] : [] });
  };

  return (
    <section className="refund-form" aria-labelledby="refund-form">
      <h2 id="refund-form">{t('form.heading')}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          const wrong = Object.values(validate(form.values)).filter((sentence) => sentence !== undefined);
          if (!form.isBusy && wrong.length > 0) onSay({ message: t('messages.incomplete'), details: wrong });
          form.submit(send)(event);
        }}
      >
        <SelectField {...form.field('ProductId')} label={t('form.product')}>
          <option value="">{t('form.choose')}</option>
          {productsOf(order).map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <Field {...form.field('reason')} label={t('form.reason')} hint={t('form.reasonHint', { least, most })} rows={5} limit={most} />
        <PictureField pictures={pictures} error={pictureError} onChange={() => setPictureError(undefined)} />
        {form.isBusy && pictures.chosen.length > 0 && (
          <div className="refund-progress">
            <progress value={sent} max={1} aria-label={t('form.sending')} />
            <span>{t('pictures.sent', { percent: Math.round(sent * 100) })}</span>
          </div>
        )}
        <SubmitButton isBusy={form.isBusy}>{form.isBusy ? t('form.sending') : t('form.submit')}</SubmitButton>
      </form>
    </section>
  );
};
