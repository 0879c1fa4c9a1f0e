import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '#contract/product.ts';
import { type StockAlertAnswer, stockAlertRequest } from '#contract/stock-alert.ts';
import type { Variant } from '#contract/variant.ts';
import { useUser } from '#features/account/account-api.ts';
import { useRequestStockAlertMutation } from '#features/stock-alerts/stock-alerts-api.ts';
import { failureText } from '#shared/api/api-error.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { Field } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { fieldErrors, useForm } from '#shared/ui/use-form.ts';
import { useSending } from '#shared/ui/use-sending.ts';

type StockAlertFormProps = { readonly product: Product; readonly variant: Variant };

/** The name with the variant: "Stoneware mug, Oat, 350 ml". */
const nameOf = ({ name, types }: Product, { color, size, variationId }: Variant): string =>
  [name, types.find(({ _id }) => _id === variationId)?.name, color, size].filter(Boolean).join(', ');

/** Asks for one mail once this variant is back in stock, prefilled for a signed-in user. */
export const StockAlertForm = ({ product, variant }: StockAlertFormProps) => {
  const { t } = useTranslation('stock-alert');
  const { t: common } = useTranslation('common');
  const user = useUser();
  const [answer, setAnswer] = useState<StockAlertAnswer>();
  const [requestStockAlert] = useRequestStockAlertMutation();
  const alertVariant = { productId: product._id, ...variant };
  const form = useForm({
    texts: { email: '' },
    validate: ({ email }) =>
      fieldErrors(stockAlertRequest, { ...alertVariant, email }, (_, issue) => t(issue === 'empty' ? 'errors.email' : 'errors.emailWrong')),
  });
  const { fillEmpty } = form;
  useEffect(() => {
    if (user) fillEmpty({ email: user.email });
  }, [user, fillEmpty]);
  const sending = useSending(form, (error) => failureText(common, error));
  // On mount, because the button that opened the form is gone, and once it is sent.
  const headingRef = useOutcomeHeading(true);
  const sentRef = useOutcomeHeading(answer !== undefined);
  if (answer)
    return (
      <section className="stock-alert" aria-labelledby="stock-alert">
        <h2 id="stock-alert" ref={sentRef} tabIndex={-1}>
          {t(`sent.${answer.state}`)}
        </h2>
        <p>{answer.message}</p>
      </section>
    );
  return (
    <section className="stock-alert" aria-labelledby="stock-alert">
      <h2 id="stock-alert" ref={headingRef} tabIndex={-1}>
        {t('heading')}
      </h2>
      <p>{t('text', { name: nameOf(product, variant) })}</p>
      <form
        method="post"
        noValidate
        onSubmit={form.submit(({ email }) => sending.send(requestStockAlert({ ...alertVariant, email }).unwrap(), setAnswer))}
      >
        <FormSummary form={form} message={sending.message} />
        <Field {...form.field('email')} label={t('email')} type="email" autoComplete="email" />
        <SubmitButton isBusy={form.isBusy}>{t('submit')}</SubmitButton>
      </form>
    </section>
  );
};
