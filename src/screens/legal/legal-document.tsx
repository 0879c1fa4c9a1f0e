import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '#shared/format-date.ts';
import { useFragment } from '#shared/hooks/use-fragment.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { paths, screenPaths } from '#shared/paths.ts';
import { phoneLink, type Shop, useShop } from '#shared/shop.tsx';
import { Address } from '#shared/ui/address.tsx';
import { Breadcrumbs } from '#shared/ui/breadcrumbs.tsx';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { LinkedText } from '#shared/ui/linked-text.tsx';
import '#styles/content-screens.scss';

/** The seller's name, registration, address and contacts, which UK law requires before an order. */
export const TraderDetails = () => {
  const shop = useShop();
  const { t } = useTranslation('legal');
  return (
    <dl className="legal-trader">
      <Fact term={t('trader.name')}>{shop.name}</Fact>
      {(shop.registered !== '' || shop.isSample) && <Fact term={t('trader.registered')}>{shop.registered || t('trader.sample')}</Fact>}
      <Fact term={t('trader.address')}>
        <Address lines={shop.address} />
      </Fact>
      <Fact term={t('trader.email')}>
        <a href={`mailto:${shop.email}`}>{shop.email}</a>
      </Fact>
      <Fact term={t('trader.phone')}>
        {shop.phones.map((phone) => (
          <a key={phone} href={phoneLink(phone)}>
            <bdi>{phone}</bdi>
          </a>
        ))}
      </Fact>
    </dl>
  );
};

/** The day of the last change of each legal page: update it with every change of its text. */
export const lastChanged = { terms: '2026-11-27', privacy: '2026-11-27', accessibility: '2026-11-22', reviewPolicy: '2026-11-27' } as const;

/** The targets of the links in the texts of the legal pages, by their tags: `<contact>…</contact>`. */
export const legalLinksOf = (shop: Shop): Readonly<Record<string, string>> => ({
  ...screenPaths,
  citizens: 'https://www.citizensadvice.org.uk/consumer/',
  cookies: '#cookies',
  data: paths.contactAbout('data'),
  eass: 'https://www.equalityadvisoryservice.com/',
  eassPhone: 'tel:08088000082',
  email: `mailto:${shop.email}`,
  equality: 'https://www.equalityni.org/',
  form: '#form',
  ico: 'https://ico.org.uk/make-a-complaint/',
  ireland: 'https://www.nidirect.gov.uk/consumerline',
  limits: '#limits',
  phone: phoneLink(shop.phones[0] ?? ''),
  scotland: 'https://www.consumeradvice.scot/',
  wcag: 'https://www.w3.org/TR/WCAG22/',
  windows: '#returns',
});

/** A paragraph, a heading, a list, or another element. */
type Part =
  | string
  | { readonly heading: string }
  | { readonly list: readonly string[]; readonly isNumbered?: boolean }
  | { readonly insert: ReactNode };

/** A chapter of a legal page; `id` is its fragment in the URL. */
export type Chapter = { readonly id: string; readonly heading: string; readonly parts: readonly Part[] };

const LegalText = ({ text }: { readonly text: string }) => <LinkedText text={text} to={legalLinksOf(useShop())} />;

const Items = ({ items }: { readonly items: readonly string[] }) =>
  items.map((item) => (
    <li key={item}>
      <LegalText text={item} />
    </li>
  ));

const renderPart = (part: Part): ReactNode => {
  if (typeof part === 'string')
    return (
      <p key={part}>
        <LegalText text={part} />
      </p>
    );
  if ('heading' in part) return <h3 key={part.heading}>{part.heading}</h3>;
  if ('insert' in part) return part.insert;
  const key = part.list.join();
  return part.isNumbered ? (
    <ol key={key}>
      <Items items={part.list} />
    </ol>
  ) : (
    <ul key={key}>
      <Items items={part.list} />
    </ul>
  );
};

type LegalDocumentProps = {
  readonly titleKey: ParseKeys<'titles'>;
  readonly lead: string;
  /** The day of the last change, `2026-10-24`. */
  readonly changed: string;
  readonly chapters: readonly Chapter[];
};

/** A legal page: table of contents, chapters, day of the last change; it has a print style sheet. */
export const LegalDocument = ({ titleKey, lead, changed, chapters }: LegalDocumentProps) => {
  const shop = useShop();
  const { t, i18n } = useTranslation(['legal', 'titles']);
  useFragment();
  const name = t(`titles:${titleKey}`);
  return (
    <article className="container-xl legal">
      <PageTitle title={name} titleTemplate={shop.name} />
      <Breadcrumbs name={name} />
      <header className="legal-head">
        <h1>{name}</h1>
        <p className="post-lead">{lead}</p>
        <p className="legal-facts quiet">
          <span>
            {t('changed')} <time dateTime={changed}>{formatDay(changed, i18n.language)}</time>
          </span>
          <button type="button" className="btn btn-link" onClick={() => window.print()}>
            {t('print')}
          </button>
        </p>
      </header>
      <div className="legal-columns">
        <nav className="legal-contents" aria-labelledby="contents">
          <h2 id="contents">{t('contents')}</h2>
          <ol>
            {chapters.map(({ id, heading }) => (
              <li key={id}>
                <Link to={`#${id}`}>{heading}</Link>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-text">
          {chapters.map(({ id, heading, parts }) => (
            <section key={id} aria-labelledby={id}>
              <h2 id={id} tabIndex={-1}>
                {heading}
              </h2>
              {parts.map(renderPart)}
            </section>
          ))}
        </div>
      </div>
    </article>
  );
};
