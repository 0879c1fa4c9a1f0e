import { useTranslation } from 'react-i18next';
import { shop } from '#shared/shop.ts';
import { sellerAddress } from '#shared/ui/address.tsx';

/** The model cancellation form of the Consumer Contracts Regulations 2013, schedule 3, to copy or print. */
export const CancellationForm = () => {
  const { t } = useTranslation('terms');
  return (
    <div className="legal-form">
      <p>{t('form.to', { address: sellerAddress.join(', '), email: shop.email })}</p>
      <p>{t('form.notice')}</p>
      <ul>
        {(['ordered', 'name', 'address', 'signature', 'date'] as const).map((line) => (
          <li key={line}>{t(`form.${line}`)}</li>
        ))}
      </ul>
      <p className="quiet">{t('form.delete')}</p>
    </div>
  );
};
