import { useTranslation } from 'react-i18next';
import { accountLimits } from '#contract/account-forms.ts';
import { minutesToPay } from '#contract/order.ts';
import { daysToCancel, daysToDeliver, daysToRefund, daysToReject, daysToSendBack, refundCases, refundDays } from '#contract/terms.ts';
import { useShop } from '#shared/shop.tsx';
import { FactTable } from '#shared/ui/fact-table.tsx';
import { type Chapter, LegalDocument, lastChanged, TraderDetails } from './legal-document.tsx';

/** The time limits for refund requests, and the statutory rights that they do not limit. */
const RefundWindows = () => {
  const { t } = useTranslation('terms');
  return (
    <>
      <FactTable
        caption={t('returns.windows.heading')}
        heads={[t('returns.windows.what'), t('returns.windows.when'), t('returns.windows.need')]}
        rows={refundCases.map((id) => ({
          id,
          cells: [t(`returns.windows.${id}`), t(`returns.windows.${id}When`, { days: refundDays[id] }), t(`returns.windows.${id}Need`)],
        }))}
      />
      <p>
        <strong>{t('returns.windows.rights')}</strong> {t('returns.windows.why')}
      </p>
    </>
  );
};

/** The model cancellation form of the Consumer Contracts Regulations 2013, schedule 3, to copy or print. */
const CancellationForm = () => {
  const shop = useShop();
  const { t } = useTranslation('terms');
  return (
    <div className="legal-form">
      <p>{t('form.to', { address: shop.postalAddress.join(', '), email: shop.email })}</p>
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

/** The chapter on returns and refunds: time limits, outcomes, statutory rights. */
const useReturns = (): Chapter => {
  const { t } = useTranslation('terms');
  return {
    id: 'returns',
    heading: t('returns.heading'),
    parts: [
      t('returns.how'),
      { heading: t('returns.windows.heading') },
      { insert: <RefundWindows key="windows" /> },
      { heading: t('returns.cancel.heading') },
      t('returns.cancel.right', { days: daysToCancel }),
      t('returns.cancel.how'),
      t('returns.cancel.back', { days: daysToSendBack }),
      t('returns.cancel.money', { days: daysToRefund }),
      t('returns.cancel.care'),
      t('returns.cancel.except'),
      { heading: t('returns.faulty.heading') },
      t('returns.faulty.duty'),
      {
        list: [
          t('returns.faulty.reject', { days: daysToReject }),
          t('returns.faulty.repair'),
          t('returns.faulty.final'),
          t('returns.faulty.proof'),
          t('returns.faulty.years'),
        ],
      },
      t('returns.faulty.costs'),
      { heading: t('returns.outcome.heading') },
      t('returns.outcome.decide'),
      { list: [t('returns.outcome.full'), t('returns.outcome.partial'), t('returns.outcome.exchange')] },
      t('returns.outcome.inspected'),
      t('returns.outcome.voucher'),
      t('returns.outcome.when', { days: daysToRefund }),
      t('returns.outcome.rights'),
      { heading: t('returns.resellers.heading') },
      t('returns.resellers.text', { days: refundDays.resellerIssue }),
    ],
  };
};

/** The chapters on accounts, orders, payment and delivery. */
const useBuying = (): Chapter[] => {
  const { t } = useTranslation('terms');
  return [
    {
      id: 'trader',
      heading: t('trader.heading'),
      parts: [t('trader.text'), { insert: <TraderDetails key="trader" /> }, t('trader.reach')],
    },
    {
      id: 'website',
      heading: t('website.heading'),
      parts: [t('website.use'), t('website.products'), t('website.running'), t('website.more')],
    },
    {
      id: 'account',
      heading: t('account.heading'),
      parts: [
        t('account.free', { min: accountLimits.password.min, max: accountLimits.password.max }),
        t('account.true'),
        t('account.reseller'),
        t('account.end'),
      ],
    },
    {
      id: 'pricing',
      heading: t('pricing.heading'),
      parts: [t('pricing.pounds'), t('pricing.delivery'), t('pricing.resellers'), t('pricing.change'), t('pricing.slip')],
    },
    {
      id: 'orders',
      heading: t('orders.heading'),
      parts: [
        t('orders.how'),
        { list: [t('orders.choose'), t('orders.details'), t('orders.check'), t('orders.press'), t('orders.pay')], isNumbered: true },
        t('orders.contract'),
        t('orders.hold', { minutes: minutesToPay }),
        t('orders.card'),
        t('orders.refuse'),
        t('orders.mistake'),
      ],
    },
    {
      id: 'shipping',
      heading: t('shipping.heading'),
      parts: [
        t('shipping.where'),
        t('shipping.when', { days: daysToDeliver }),
        t('shipping.ways'),
        t('shipping.late'),
        t('shipping.risk'),
        t('shipping.parcels'),
        t('shipping.lost'),
      ],
    },
  ];
};

/** The chapters on conduct, property, liability, amendments and disputes. */
const useRules = (): Chapter[] => {
  const { t } = useTranslation('terms');
  return [
    {
      id: 'conduct',
      heading: t('conduct.heading'),
      parts: [
        t('conduct.please'),
        { list: [t('conduct.false'), t('conduct.attack'), t('conduct.copy'), t('conduct.abuse'), t('conduct.pictures')] },
        t('conduct.then'),
      ],
    },
    { id: 'property', heading: t('property.heading'), parts: [t('property.ours'), t('property.makers'), t('property.yours')] },
    {
      id: 'liability',
      heading: t('liability.heading'),
      parts: [
        t('liability.never'),
        t('liability.consumer'),
        t('liability.business'),
        t('liability.warranty'),
        t('liability.care'),
        t('liability.outside'),
        t('liability.links'),
      ],
    },
    { id: 'amendments', heading: t('amendments.heading'), parts: [t('amendments.may'), t('amendments.orders'), t('amendments.account')] },
    {
      id: 'complaints',
      heading: t('complaints.heading'),
      parts: [t('complaints.how'), t('complaints.advice'), t('complaints.adr'), t('complaints.law'), t('complaints.rest')],
    },
    { id: 'form', heading: t('form.heading'), parts: [t('form.use'), { insert: <CancellationForm key="form" /> }] },
  ];
};

/** The terms and conditions, by UK consumer law. */
export const TermsScreen = () => {
  const shop = useShop();
  const { t } = useTranslation('terms');
  const buying = useBuying();
  const returns = useReturns();
  const rules = useRules();
  return (
    <LegalDocument
      titleKey="terms"
      lead={t('lead', { shop: shop.name })}
      changed={lastChanged.terms}
      chapters={[...buying, returns, ...rules]}
    />
  );
};
