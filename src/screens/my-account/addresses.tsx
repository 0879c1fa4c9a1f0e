import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeptAddress, User } from '#contract/account.ts';
import { accountLimits } from '#contract/account-forms.ts';
import { useUpdate } from '#features/account/use-update.ts';
import { AddressForm } from './address-form.tsx';

const linesOf = ({ firstName, lastName, streetAddress, streetAddress2, city, state, postalCode, phone }: KeptAddress): string[] =>
  [...new Set([`${firstName} ${lastName}`.trim(), streetAddress, streetAddress2, city, state, postalCode, phone])].filter(
    (line) => line !== '',
  );

/** How an address is called among others. */
const nameOf = ({ streetAddress, city }: KeptAddress): string => `${streetAddress}, ${city}`;

const noFields = { setErrors: () => ({}) };

/** The addresses kept for the checkout: add, change, remove, and have the last removed one back. */
export const Addresses = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation(['account', 'common']);
  const { update, message } = useUpdate(user, noFields);
  /** The id of the address being changed, or 'new'. */
  const [open, setOpen] = useState<string>();
  const [removed, setRemoved] = useState<{ readonly name: string; readonly before: readonly KeptAddress[] }>();
  const [isBusy, setIsBusy] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  const { addresses } = user;

  // The form that had the focus is gone.
  useEffect(() => {
    if (wasOpen.current && open === undefined) place.current?.focus();
    wasOpen.current = open !== undefined;
  }, [open]);

  const replace = async (next: readonly KeptAddress[], gone?: KeptAddress) => {
    if (isBusy) return;
    setIsBusy(true);
    await update({ addresses: [...next] }, () => {
      setRemoved(gone && { name: nameOf(gone), before: addresses });
      place.current?.focus();
    });
    setIsBusy(false);
  };

  if (open !== undefined)
    return (
      <AddressForm
        key={open}
        user={user}
        address={addresses.find(({ _id }) => _id === open)}
        onDone={() => {
          setOpen(undefined);
          setRemoved(undefined);
        }}
      />
    );
  return (
    <div ref={place} tabIndex={-1} className="address-place">
      <div role="status">
        {removed && (
          <p className="note">
            {t('addresses.removed', { address: removed.name })}
            <button type="button" className="btn btn-outline-primary" onClick={() => void replace(removed.before)}>
              {t('common:undo')}
            </button>
          </p>
        )}
      </div>
      <div role="alert">{message !== undefined && <p className="note note-danger">{message}</p>}</div>
      {addresses.length === 0 && <p>{t('addresses.empty')}</p>}
      <ul className="address-list">
        {addresses.map((address) => (
          <li key={address._id}>
            <address>
              {linesOf(address).map((line) => (
                <span key={line}>
                  <bdi>{line}</bdi>
                </span>
              ))}
            </address>
            <div className="account-ways">
              <button
                type="button"
                className="btn btn-link"
                aria-label={t('addresses.changeOf', { address: nameOf(address) })}
                onClick={() => setOpen(address._id)}
              >
                {t('addresses.change')}
              </button>
              <button
                type="button"
                className="btn btn-link"
                aria-label={t('addresses.removeOf', { address: nameOf(address) })}
                aria-disabled={isBusy}
                onClick={() =>
                  void replace(
                    addresses.filter(({ _id }) => _id !== address._id),
                    address,
                  )
                }
              >
                {t('addresses.remove')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {addresses.length < accountLimits.addresses ? (
        <button type="button" className="btn btn-outline-primary" onClick={() => setOpen('new')}>
          {t('addresses.add')}
        </button>
      ) : (
        <p className="quiet">{t('addresses.full', { most: accountLimits.addresses })}</p>
      )}
    </div>
  );
};
