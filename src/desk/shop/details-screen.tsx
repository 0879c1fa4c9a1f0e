import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskShop } from '#contract/desk/shop.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { typedNumber } from '#desk/parts/typed-number.ts';
import { Checkbox } from '#shared/ui/field.tsx';
import { ShopField } from './shop-field.tsx';
import { type FoundShop, useShopForm } from './use-shop-form.ts';

const toDraft = ({ details: { address, hours, vat, ...details } }: DeskShop) => ({
  ...details,
  address: address.join('\n'),
  hours: hours.join('\n'),
  vatNumber: vat?.number ?? '',
  vatRate: vat === null ? '20' : String(vat.rate),
});

type Draft = ReturnType<typeof toDraft>;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const toDetails = ({ address, hours, vatNumber, vatRate, ...details }: Draft): DeskShop['details'] => ({
  ...details,
  address: linesOf(address),
  hours: linesOf(hours),
  vat: vatNumber.trim() === '' ? null : { number: vatNumber.trim().toUpperCase(), rate: typedNumber(vatRate) },
});

const networks = ['facebook', 'instagram', 'tiktok'] as const;

const DetailsForm = (props: FoundShop) => {
  const { t } = useTranslation('desk-shop');
  const { draft, onType, errorOf, save, isBusy, note } = useShopForm(props, toDraft);
  const { chat, social } = draft;
  return (
    <form
      noValidate
      className="desk-stack"
      onSubmit={(event) => {
        event.preventDefault();
        save((version) => callTo(deskEndpoints.changeDetails, { version, details: toDetails(draft) }));
      }}
    >
      <section className="desk-panel desk-shop-fields">
        <h2>{t('details.who')}</h2>
        <ShopField
          label={t('details.name')}
          hint={t('details.nameHint')}
          value={draft.name}
          error={errorOf('details.name')}
          onText={(name) => onType({ name })}
        />
        <ShopField
          label={t('details.address')}
          hint={t('details.addressHint')}
          rows={5}
          value={draft.address}
          error={errorOf('details.address')}
          onText={(address) => onType({ address })}
        />
        <ShopField
          label={t('details.registered')}
          hint={t('details.registeredHint')}
          value={draft.registered}
          error={errorOf('details.registered')}
          onText={(registered) => onType({ registered })}
        />
      </section>
      <section className="desk-panel desk-shop-fields">
        <h2>{t('details.reach')}</h2>
        <ShopField
          label={t('details.email')}
          type="email"
          inputMode="email"
          value={draft.email}
          error={errorOf('details.email')}
          onText={(email) => onType({ email })}
        />
        <ShopField
          label={t('details.phone')}
          hint={t('details.phoneHint')}
          type="tel"
          value={draft.phone}
          error={errorOf('details.phone')}
          onText={(phone) => onType({ phone })}
        />
        <ShopField
          label={t('details.tradePhone')}
          type="tel"
          value={draft.tradePhone}
          error={errorOf('details.tradePhone')}
          onText={(tradePhone) => onType({ tradePhone })}
        />
        <ShopField
          label={t('details.hours')}
          hint={t('details.hoursHint')}
          rows={3}
          value={draft.hours}
          error={errorOf('details.hours')}
          onText={(hours) => onType({ hours })}
        />
      </section>
      <section className="desk-panel desk-shop-fields">
        <h2>{t('details.elsewhere')}</h2>
        {networks.map((network) => (
          <ShopField
            key={network}
            label={t(`details.${network}`)}
            inputMode="url"
            value={social[network]}
            error={errorOf(`details.social.${network}`)}
            onText={(url) => onType({ social: { ...social, [network]: url } })}
          />
        ))}
        <ShopField
          label={t('details.chatPhone')}
          hint={t('details.chatHint')}
          type="tel"
          value={chat.phone}
          error={errorOf('details.chat.phone')}
          onText={(phone) => onType({ chat: { ...chat, phone } })}
        />
        {chat.phone !== '' && (
          <>
            <ShopField
              label={t('details.chatName')}
              value={chat.name}
              error={errorOf('details.chat.name')}
              onText={(name) => onType({ chat: { ...chat, name } })}
            />
            <ShopField
              label={t('details.chatUrl')}
              inputMode="url"
              value={chat.url}
              error={errorOf('details.chat.url')}
              onText={(url) => onType({ chat: { ...chat, url } })}
            />
            <Checkbox
              id="chat-sound"
              name="hasSound"
              isOptional
              error={undefined}
              isChecked={chat.hasSound}
              onChange={(hasSound) => onType({ chat: { ...chat, hasSound } })}
            >
              {t('details.chatSound')}
            </Checkbox>
          </>
        )}
      </section>
      <section className="desk-panel desk-shop-fields">
        <h2>{t('details.tax')}</h2>
        <ShopField
          label={t('details.vatNumber')}
          hint={t('details.vatHint')}
          value={draft.vatNumber}
          error={errorOf('details.vat.number')}
          onText={(vatNumber) => onType({ vatNumber })}
        />
        {draft.vatNumber.trim() !== '' && (
          <ShopField
            label={t('details.vatRate')}
            inputMode="decimal"
            value={draft.vatRate}
            error={errorOf('details.vat.rate')}
            onText={(vatRate) => onType({ vatRate })}
          />
        )}
        <ShopField
          label={t('details.copyrightYear')}
          inputMode="numeric"
          value={draft.copyrightYear}
          error={errorOf('details.copyrightYear')}
          onText={(copyrightYear) => onType({ copyrightYear })}
        />
      </section>
      {note}
      <div className="desk-actions">
        <button type="submit" className="btn btn-primary" aria-disabled={isBusy} aria-busy={isBusy}>
          {t('save')}
        </button>
      </div>
    </form>
  );
};

/** Who the seller is, and how shoppers reach them. */
export const DetailsScreen = () => {
  const { t } = useTranslation('desk-shop');
  const query = useRead(deskEndpoints.shop, {});
  return (
    <>
      <BackLinks to={deskPages.settings} title={t('back')} />
      <DeskHeading title={t('details.heading')} lead={t('details.lead')} />
      <Fetched query={query}>{(found) => <DetailsForm found={found} refetch={query.refetch} />}</Fetched>
    </>
  );
};
