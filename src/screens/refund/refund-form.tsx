import { useTranslation } from 'react-i18next';
import { PictureField } from '#blocks/picture-field/picture-field.tsx';
import { usePictureUpload } from '#blocks/picture-field/use-picture-upload.ts';
import type { Order } from '#contract/order.ts';
import { refundLimits } from '#contract/refund.ts';
import { itemChoice } from '#features/orders/order-texts.ts';
import { useRequestRefundMutation } from '#features/refunds/refunds-api.ts';
import { asApiError, failureText } from '#shared/api/api-error.ts';
import { browserStorage } from '#shared/browser-storage.ts';
import { Field, SelectField } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { type FieldErrors, useForm } from '#shared/ui/use-form.ts';
import { useFormDraft } from '#shared/ui/use-form-draft.ts';
import type { BannerContent } from './refund-banner.tsx';

const { min, max } = refundLimits.reason;

/** What is typed about an order, for this tab until its account signs out. */
const refundDraft = (orderId: string) => browserStorage('sessionStorage', `flone:refund:${orderId}`);

/** The products of the order without duplicates; a product with a single line is named with its variation, colour and size. */
const productsOf = ({ items }: Order): { readonly id: string; readonly name: string }[] =>
  [...new Set(items.map(({ product }) => product._id))].flatMap((id) => {
    const [line, ...others] = items.filter(({ product }) => product._id === id);
    if (!line) return [];
    const choice = others.length > 0 ? '' : itemChoice(line);
    return [{ id, name: choice ? `${line.product.name} (${choice})` : line.product.name }];
  });

type Values = { readonly ProductId: string; readonly reason: string };

const useValidation = () => {
  const { t } = useTranslation('refund');
  const reasonError = (reason: string): string | undefined => {
    if (reason === '') return t('errors.reason');
    if (reason.length < min) return t('errors.short', { min });
    return reason.length > max ? t('errors.long', { max }) : undefined;
  };
  return ({ ProductId, reason }: Values): FieldErrors => ({
    ProductId: ProductId === '' ? t('errors.product') : undefined,
    reason: reasonError(reason.trim()),
  });
};

/** The refund request. Success clears the form and the pictures; a failure clears nothing. */
export const RefundForm = ({ order, showBanner }: { readonly order: Order; readonly showBanner: (content: BannerContent) => void }) => {
  const { t } = useTranslation('refund');
  const { t: common } = useTranslation('common');
  const validate = useValidation();
  const form = useForm<'ProductId' | 'reason'>({ texts: { ProductId: '', reason: '' }, validate });
  const [requestRefund, { isSuccess: isSent }] = useRequestRefundMutation();
  const upload = usePictureUpload(refundLimits.images);
  useFormDraft(form, { storage: refundDraft(order._id), names: ['ProductId', 'reason'], user: null, fromUser: () => ({}) });

  /** The form has its problems only once it is submitted. */
  const findProblems = () => {
    const errors = validate(form.values);
    return (['ProductId', 'reason'] as const).flatMap((name) => {
      const text = errors[name];
      return text === undefined ? [] : [{ name, id: form.field(name).id, text }];
    });
  };

  const send = async ({ ProductId, reason }: Values) => {
    upload.begin();
    const { data, error: cause } = await requestRefund({
      request: { orderId: order._id, ProductId, reason: reason.trim() },
      images: upload.files,
      onProgress: upload.setProgress,
    });
    if (cause) {
      const error = asApiError(cause);
      upload.setError(form.setErrors(error.errors).additionalImages);
      showBanner({ message: t('messages.failed'), details: [failureText(common, error)] });
      return;
    }
    form.reset();
    upload.clear();
    const { reference } = data;
    showBanner({ message: t('messages.submitted'), details: [...(reference ? [t('reference', { reference })] : []), t('answer')] });
  };

  return (
    <section className="refund-form" aria-labelledby="refund-form">
      <h2 id="refund-form">{t(isSent ? 'form.another' : 'form.heading')}</h2>
      <form
        noValidate
        onSubmit={(event) => {
          const problems = findProblems();
          if (!form.isBusy && problems.length > 0) showBanner({ message: t('messages.incomplete'), problems });
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
        <Field {...form.field('reason')} label={t('form.reason')} hint={t('form.reasonHint', { min, max })} rows={5} limit={max} />
        <PictureField upload={upload} isBusy={form.isBusy} />
        <SubmitButton isBusy={form.isBusy} isQuiet={isSent}>
          {form.isBusy ? t('form.sending') : t('form.submit')}
        </SubmitButton>
      </form>
    </section>
  );
};
