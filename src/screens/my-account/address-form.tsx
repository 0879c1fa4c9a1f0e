import { useTranslation } from 'react-i18next';
import type { SavedAddress, User } from '#contract/account.ts';
import { billingInfo } from '#contract/order.ts';
import { AccountForm } from '#features/account/account-form.tsx';
import { AddressFields, NameFields } from '#features/account/person-fields.tsx';
import { useAccountForm } from '#features/account/use-account-form.ts';
import { useUpdate } from '#features/account/use-update.ts';
import { Field } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/submit-button.tsx';
import { useOutcomeHeading } from '#shared/ui/use-outcome-heading.ts';

type AddressFormProps = { readonly user: User; readonly address: SavedAddress | undefined; readonly onDone: () => void };

/** Adds an address, or changes `address`. `onDone` is called after saving or cancelling. */
export const AddressForm = ({ user, address, onDone }: AddressFormProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const { _id, ...initialValues } = address ?? {
    _id: undefined,
    firstName: user.firstName,
    lastName: user.lastName,
    streetAddress: '',
    streetAddress2: '',
    city: '',
    state: '',
    postalCode: '',
    phone: user.phone,
  };
  const { form, sending } = useAccountForm({
    texts: initialValues,
    schema: billingInfo,
    // An order's address needs an email address; this form has no such field.
    toInput: (values) => ({ ...values, email: user.email }),
  });
  const update = useUpdate(user);
  return (
    <AccountForm
      form={form}
      sending={sending}
      heading={
        <h3 ref={headingRef} tabIndex={-1}>
          {address ? t('addresses.edit') : t('addresses.new')}
        </h3>
      }
      onSend={(values) => {
        const addresses =
          _id === undefined ? [...user.addresses, values] : user.addresses.map((each) => (each._id === _id ? { ...values, _id } : each));
        return sending.send(update({ addresses }), onDone);
      }}
    >
      <div className="form-grid">
        <NameFields field={form.field} />
        <AddressFields form={form} labelOf={(name) => t(`addresses.${name}`)} />
        <Field {...form.field('phone')} label={t('phone')} type="tel" autoComplete="tel" isHalf />
      </div>
      <div className="account-actions">
        <SubmitButton isBusy={form.isBusy}>{t('my.save')}</SubmitButton>
        <button type="button" className="btn btn-link" onClick={onDone}>
          {t('my.cancel')}
        </button>
      </div>
    </AccountForm>
  );
};
