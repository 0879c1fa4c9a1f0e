import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { useUser } from '#features/account/account-api.ts';
import { useFailureMessage } from '#features/account/account-form.tsx';
import { useShareWishlistMutation, useWishlistLinkQuery, useWithdrawWishlistMutation } from '#features/saved-lists/saved-lists-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { paths } from '#shared/paths.ts';
import { shareLink } from '#shared/share-link.ts';
import { ConfirmButton } from '#shared/ui/confirm-button.tsx';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Checkbox } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';

type Outcome = 'made' | 'copied' | 'failed' | 'named' | 'unnamed' | 'withdrawn';

const Sharing = ({ user: { _id, firstName } }: { readonly user: User }) => {
  const { t } = useTranslation('wishlist');
  const toMessage = useFailureMessage();
  const nameId = useId();
  const linkId = useId();
  const headingRef = useRef<HTMLHeadingElement>(null);
  const { currentData, error, isFetching, refetch } = useWishlistLinkQuery(_id);
  const [share, sharing] = useShareWishlistMutation();
  const [withdraw, withdrawing] = useWithdrawWishlistMutation();
  const [wantsName, setWantsName] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const isBusy = sharing.isLoading || withdrawing.isLoading || isFetching;
  if (!currentData) return error ? <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} /> : null;
  const { link } = currentData;
  const showsName = link ? link.name !== '' : wantsName;
  const failure = sharing.error ?? withdrawing.error;

  const save = async (shows: boolean, done: Outcome) => {
    if (isBusy) return;
    setOutcome(undefined);
    const { error: refusal } = await share({ userId: _id, showsName: shows });
    if (refusal) return;
    setOutcome(done);
    // The pressed button is about to disappear.
    if (done === 'made') headingRef.current?.focus();
  };
  const end = async () => {
    setOutcome(undefined);
    const { error: refusal } = await withdraw({ userId: _id });
    if (refusal) return;
    setOutcome('withdrawn');
    setWantsName(false);
    headingRef.current?.focus();
  };
  const url = link && `${window.location.origin}${paths.sharedWishlist(link.token)}`;

  return (
    <section className="share-wishlist" aria-labelledby={`${linkId}-heading`}>
      <h2 id={`${linkId}-heading`} ref={headingRef} tabIndex={-1}>
        {t('share.heading')}
      </h2>
      <p>{link ? t('share.textShared') : t('share.text')}</p>
      {firstName !== '' && (
        <Checkbox
          id={nameId}
          name="showsName"
          isChecked={showsName}
          error={undefined}
          isOptional
          autoComplete="off"
          onChange={(isChecked) => (link ? void save(isChecked, isChecked ? 'named' : 'unnamed') : setWantsName(isChecked))}
        >
          {t('share.name', { name: firstName })}
        </Checkbox>
      )}
      {url && (
        <div className="field">
          <label htmlFor={linkId}>{t('share.link')}</label>
          <input id={linkId} className="form-control" readOnly value={url} onFocus={(event) => event.target.select()} />
        </div>
      )}
      <div className="button-row">
        {url ? (
          <>
            <button
              type="button"
              className="btn btn-outline-primary"
              onClick={() => void shareLink(t('shared.heading'), url).then(setOutcome)}
            >
              <Icon name="share" />
              {t('share.pass')}
            </button>
            <ConfirmButton label={t('share.withdraw')} text={t('share.withdrawText')} onConfirm={() => void end()} />
          </>
        ) : (
          <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} onClick={() => void save(wantsName, 'made')}>
            {t('share.make')}
          </button>
        )}
      </div>
      <p role="status">{outcome && t(`share.outcome.${outcome}`)}</p>
      <div role="alert">{failure && <p className="note note-danger">{toMessage(asApiError(failure))}</p>}</div>
    </section>
  );
};

/** Where the signed-in shopper makes, passes on and withdraws the link to their wishlist. */
export const ShareWishlist = () => {
  const user = useUser();
  return user && <Sharing key={user._id} user={user} />;
};
