import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '#contract/account.ts';
import { userChanges } from '#contract/account-forms.ts';
import { lessAmount, pence, pounds } from '#contract/money.ts';
import { sellerLevels } from '#contract/reseller.ts';
import { useProfileQuery } from '#features/account/account-api.ts';
import { useUpdate } from '#features/account/account-data-api.ts';
import { AccountForm, useAccountForm } from '#features/account/account-form.tsx';
import { formatLevelAmount, formatLevelThreshold } from '#features/account/format-level-amount.ts';
import { paths } from '#shared/paths.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';

/** The application to become a reseller: a form, then the note that it is waiting for approval. */
const Application = ({ user }: { readonly user: User }) => {
  const { t } = useTranslation('account');
  const { form, sending } = useAccountForm({ texts: {}, schema: userChanges });
  const update = useUpdate(user);
  const waitingRef = useRef<HTMLParagraphElement>(null);
  const hasAppliedRef = useRef(false);
  useLayoutEffect(() => {
    if (hasAppliedRef.current && user.wantsToResell) waitingRef.current?.focus();
  }, [user.wantsToResell]);
  if (user.wantsToResell)
    return (
      <div className="prose">
        <p ref={waitingRef} tabIndex={-1}>
          <strong>{t('reseller.waiting')}</strong>
        </p>
        <p>{t('reseller.waitingText', { email: user.email })}</p>
      </div>
    );
  return (
    <AccountForm
      form={form}
      sending={sending}
      onSubmit={() => {
        hasAppliedRef.current = true;
      }}
      onSend={() => sending.send(update({ wantsToResell: true }))}
    >
      <p className="prose">
        {t('reseller.apply')} <Link to={paths.reselling}>{t('reseller.more')}</Link>
      </p>
      <SubmitButton isBusy={form.isBusy}>{t('reseller.button')}</SubmitButton>
    </AccountForm>
  );
};

/** A reseller's level, sales and progress to the next level. */
const ResellerStatus = ({ status }: { readonly status: NonNullable<User['reseller']> }) => {
  const { t, i18n } = useTranslation('account');
  const { level, sales, commission } = status;
  const next = sellerLevels.find(({ from }) => from > sales);
  const amountToNextLevel = next && pounds(lessAmount(pence(next.from), pence(sales)));
  return (
    <>
      <dl className="reseller-facts">
        <Fact term={t('reseller.level')}>{level}</Fact>
        <Fact term={t('reseller.sales')}>{formatLevelAmount(sales, i18n.language)}</Fact>
        <Fact term={t('reseller.commission')}>{t('reseller.percent', { percent: commission })}</Fact>
      </dl>
      {next && amountToNextLevel !== undefined ? (
        <p className="reseller-progress">
          <progress
            value={sales}
            max={next.from}
            aria-label={t('reseller.progress', { level: next.level, amount: formatLevelThreshold(next.from) })}
          />
          {t('reseller.next', { amount: formatLevelAmount(amountToNextLevel, i18n.language), level: next.level })}
        </p>
      ) : (
        <p>{t('reseller.top')}</p>
      )}
      <h3 id="seller-levels">{t('reseller.levels')}</h3>
      <ol className="reseller-levels" aria-labelledby="seller-levels">
        {sellerLevels.map((each) => (
          <li key={each.level} aria-current={each.level === level ? 'step' : undefined}>
            <strong>{each.level}</strong>
            <span>{each.from === 0 ? t('reseller.start') : t('reseller.from', { amount: formatLevelThreshold(each.from) })}</span>
            <span>{t('reseller.percent', { percent: each.commission })}</span>
          </li>
        ))}
      </ol>
      <p className="quiet">{t('reseller.rule')}</p>
    </>
  );
};

export const Reseller = ({ user }: { readonly user: User }) => {
  // Refetched on mount: sales and role change on the server, e.g. when the seller approves the application.
  useProfileQuery(undefined, { refetchOnMountOrArgChange: true });
  return user.reseller ? <ResellerStatus status={user.reseller} /> : <Application user={user} />;
};
