import { useTranslation } from 'react-i18next';
import { tidyPostcode } from '#contract/order.ts';
import { Field, type FieldState } from '#shared/ui/field.tsx';

type EmailFieldProps = FieldState & {
  /** Called with what is typed, e.g. to prefill another form. */
  readonly onTyped?: (email: string) => void;
  /** For registration: `autoComplete` is not yet `username`. */
  readonly isNew?: boolean;
};

/** The email address of an account. */
export const EmailField = ({ onTyped, isNew = false, onChange, ...field }: EmailFieldProps) => {
  const { t } = useTranslation('account');
  return (
    <Field
      {...field}
      onChange={(value) => {
        onChange(value);
        onTyped?.(value);
      }}
      label={t('email')}
      type="email"
      autoComplete={isNew ? 'email' : 'username'}
    />
  );
};

/** First and last name; `field` is the form's. */
export const NameFields = ({ field }: { readonly field: (name: 'firstName' | 'lastName') => FieldState }) => {
  const { t } = useTranslation('account');
  return (
    <>
      <Field {...field('firstName')} label={t('firstName')} autoComplete="given-name" isHalf />
      <Field {...field('lastName')} label={t('lastName')} autoComplete="family-name" isHalf />
    </>
  );
};

type AddressName = 'streetAddress' | 'streetAddress2' | 'city' | 'state' | 'postalCode';

type AddressFieldsProps = {
  readonly form: {
    readonly field: (name: AddressName) => FieldState;
    readonly setValues: (values: { readonly postalCode: string }) => void;
  };
  readonly labelOf: (name: AddressName) => string;
};

/** A postal address; `labelOf` gives the labels. */
export const AddressFields = ({ form: { field, setValues }, labelOf }: AddressFieldsProps) => {
  const labelled = (name: AddressName) => ({ ...field(name), label: labelOf(name) });
  const postcode = labelled('postalCode');
  return (
    <>
      <Field {...labelled('streetAddress')} autoComplete="address-line1" />
      <Field {...labelled('streetAddress2')} autoComplete="address-line2" isOptional />
      <Field {...labelled('city')} autoComplete="address-level2" isHalf />
      <Field {...labelled('state')} autoComplete="address-level1" isOptional isHalf />
      <Field
        {...postcode}
        autoComplete="postal-code"
        onLeave={() => setValues({ postalCode: tidyPostcode(postcode.value) })}
        isCode
        isHalf
      />
    </>
  );
};

/** An optional phone number. */
export const PhoneField = (field: FieldState) => {
  const { t } = useTranslation('account');
  return <Field {...field} label={t('phone')} hint={t('phoneHint')} type="tel" autoComplete="tel" isOptional />;
};
