import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { listedCurrencies, selectCurrency, selected } from '#features/currency/currency-slice.ts';
import { phoneLink, shop } from '#shared/shop.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** The bar above the header on desktop: where the shop delivers, the support phone and the currency. */
export const TopBar = () => {
  const { t } = useTranslation('common');
  const dispatch = useDispatch();
  const { currencyName } = useSelector(selectCurrency);
  const [phone = ''] = shop.phones;
  const choose = (value: string) => {
    const currency = listedCurrencies.find((name) => name === value);
    if (currency) dispatch(selected(currency));
  };
  return (
    <aside className="top-bar d-none d-lg-block" aria-label={t('header.topBarLabel')}>
      <div className="container-xl top-bar-row">
        <p>{t('header.promise')}</p>
        <a href={phoneLink(phone)}>
          <Icon name="phone" />
          {t('header.support')} <bdi>{phone}</bdi>
        </a>
        <label>
          <span>{t('header.currency')}</span>
          <select value={currencyName} onChange={(event) => choose(event.target.value)}>
            {listedCurrencies.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
    </aside>
  );
};
