import { nanoid } from '@reduxjs/toolkit';
import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedAddress, User } from '#contract/account.ts';
import { accountLimits } from '#contract/account-forms.ts';
import { billingInfo } from '#contract/order.ts';
import { useUpdate } from '#features/account/account-data-api.ts';
import { AddressFields, NameFields } from '#features/account/account-fields.tsx';
import { AccountForm, useAccountForm, useFailureMessage } from '#features/account/account-form.tsx';
import { addressLines } from '#features/account/format-address.ts';
import { useIsStillOnPage } from '#shared/hooks/use-navigate-while-here.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { Address } from '#shared/ui/address.tsx';
import { Field } from '#shared/ui/field.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { noFormFields, useSending } from '#shared/ui/use-sending.ts';

type AddressFormProps = { readonly user: User; readonly address: SavedAddress | undefined; readonly onDone: () => void };

/** Adds an address, or changes `address`. `onDone` is called after saving or cancelling, once. */
const AddressForm = ({ user, address, onDone }: AddressFormProps) => {
  const { t } = useTranslation('account');
  const headingRef = useOutcomeHeading(true);
  const [initialAddress] = useState(
    () =>
      address ?? {
        // Sent again after its answer was lost, it is still one address.
        _id: nanoid(),
        firstName: user.firstName,
        lastName: user.lastName,
        streetAddress: '',
        streetAddress2: '',
        city: '',
        state: '',
        postalCode: '',
        phone: user.phone,
      },
  );
  // Another device may have removed it: it is added again.
  const { _id, ...texts } = address ?? initialAddress;
  const { form, sending } = useAccountForm({
    texts,
    isFollowing: true,
    schema: billingInfo,
    // An order's address needs an email address; this form has no such field.
    toInput: (values) => ({ ...values, email: user.email }),
  });
  const update = useUpdate(user);
  const isStillOnPage = useIsStillOnPage();
  return (
    <AccountForm
      form={form}
      sending={sending}
      heading={
        <h3 ref={headingRef} tabIndex={-1}>
          {address ? t('addresses.edit') : t('addresses.new')}
        </h3>
      }
      onSend={(values) => sending.send(update({ addresses: [{ ...values, _id }] }), () => isStillOnPage() && onDone())}
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

const shortAddress = ({ streetAddress, city }: SavedAddress): string => `${streetAddress}, ${city}`;

/** The saved addresses: add, change, remove, and undo the last removal. */
export const Addresses = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation(['account', 'common']);
  const update = useUpdate(user);
  const { send, message } = useSending(noFormFields, useFailureMessage());
  /** The id of the address being changed, or 'new'. */
  const [editedId, setEditedId] = useState<string>();
  const [removedAddress, setRemovedAddress] = useState<{ readonly address: SavedAddress; readonly index: number }>();
  const [isBusy, setIsBusy] = useState(false);
  const containerRef = useRef<HTMLDivElement>(null);
  const wasOpenRef = useRef(false);
  const { addresses } = user;

  // The address form has closed and the focus with it: the list takes it.
  useLayoutEffect(() => {
    if (wasOpenRef.current && editedId === undefined) containerRef.current?.focus();
    wasOpenRef.current = editedId !== undefined;
  }, [editedId]);

  const change = async (changes: Parameters<typeof update>[0], nowRemoved?: typeof removedAddress) => {
    if (isBusy) return;
    setIsBusy(true);
    await send(update(changes), () => {
      setRemovedAddress(nowRemoved);
      containerRef.current?.focus();
    });
    setIsBusy(false);
  };

  if (editedId !== undefined)
    return (
      <AddressForm
        key={editedId}
        user={user}
        address={addresses.find(({ _id }) => _id === editedId)}
        onDone={() => {
          setEditedId(undefined);
          setRemovedAddress(undefined);
        }}
      />
    );
  return (
    <div ref={containerRef} tabIndex={-1} className="address-section">
      <div role="status">
        {removedAddress && (
          <p className="note">
            <span>{t('addresses.removed', { address: shortAddress(removedAddress.address) })}</span>
            <button
              type="button"
              className="btn btn-outline-primary"
              onClick={() => void change({ addresses: [{ ...removedAddress.address, index: removedAddress.index }] })}
            >
              {t('common:undo')}
            </button>
          </p>
        )}
      </div>
      <div role="alert">{message !== undefined && <p className="note note-danger">{message}</p>}</div>
      {addresses.length === 0 && <p>{t('addresses.empty')}</p>}
      <ul className="address-list">
        {addresses.map((address, index) => (
          <li key={address._id}>
            <Address lines={[...addressLines(address), ...(address.phone === '' ? [] : [address.phone])]} />
            <div className="account-actions">
              <button
                type="button"
                className="btn btn-link"
                aria-label={t('addresses.changeOf', { address: shortAddress(address) })}
                onClick={() => setEditedId(address._id)}
              >
                {t('addresses.change')}
              </button>
              <button
                type="button"
                className="btn btn-link"
                aria-label={t('addresses.removeOf', { address: shortAddress(address) })}
                aria-disabled={isBusy}
                onClick={() => void change({ removedAddresses: [address._id] }, { address, index })}
              >
                {t('addresses.remove')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {addresses.length < accountLimits.addresses ? (
        <button type="button" className="btn btn-outline-primary" onClick={() => setEditedId('new')}>
          {t('addresses.add')}
        </button>
      ) : (
        <p className="quiet">{t('addresses.full', { max: accountLimits.addresses })}</p>
      )}
    </div>
  );
};
