import type { CSSProperties, ReactNode } from 'react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints, deskPages } from '#contract/desk/endpoints.ts';
import type { DeskShop } from '#contract/desk/shop.ts';
import { lookProperties, lookStyles, shadesOf } from '#contract/look.ts';
import { type Look, look as lookSchema } from '#contract/shop.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { adoptStyles } from '#shared/adopt-styles.ts';
import { ShopField } from './shop-field.tsx';
import { type FoundShop, useShopForm } from './use-shop-form.ts';

const papers = ['linen', 'chalk', 'mist'] as const;
const types = ['fraunces', 'figtree', 'device'] as const;
const corners = ['round', 'square'] as const;
const schemes = ['light', 'dark'] as const;

type Scheme = (typeof schemes)[number];

/** The look for what is inside of an element. */
const styleOf = (look: Look, scheme: Scheme): CSSProperties => ({
  colorScheme: scheme,
  ...Object.fromEntries(Object.entries(lookProperties(look, scheme)).map(([name, value]) => [`--${name}`, value])),
});

type ChoicesProps<Value extends string> = {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly chosen: Value;
  readonly onChoose: (value: Value) => void;
  readonly labelOf: (value: Value) => string;
  /** A picture of what would be chosen; its text is the label. */
  readonly sampleOf: (value: Value) => ReactNode;
};

const Choices = <Value extends string>({ legend, values, chosen, onChoose, labelOf, sampleOf }: ChoicesProps<Value>) => {
  const name = useId();
  return (
    <section className="desk-panel">
      <fieldset className="desk-look-choices">
        <legend>{legend}</legend>
        {values.map((value) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span aria-hidden="true">{sampleOf(value)}</span>
            <span>{labelOf(value)}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
};

const Swatch = ({ label, colour }: { readonly label: string; readonly colour: string }) => (
  <li>
    <span className="desk-look-swatch" style={{ background: colour }} />
    {label} <code>{colour}</code>
  </li>
);

const toDraft = ({ look }: DeskShop): Look => look;

const LookForm = (props: FoundShop) => {
  const { t } = useTranslation('desk-shop');
  const { draft, onType, errorOf, save, isBusy, note } = useShopForm(props, toDraft);
  const typed = lookSchema.shape.accent.safeParse(draft.accent).data;
  const look = { ...draft, accent: typed ?? props.found.look.accent };
  const shades = shadesOf(look);
  return (
    <form
      className="desk-stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save(
          (version) => callTo(deskEndpoints.changeLook, { version, look: draft }),
          (now) => adoptStyles(lookStyles(now.look)),
        );
      }}
    >
      <section className="desk-panel">
        <h2>{t('look.colour')}</h2>
        <div className="desk-look-colour">
          <label className="desk-hex">
            <span>{t('look.pick')}</span>
            <input type="color" value={look.accent} onChange={({ target }) => onType({ accent: target.value })} />
          </label>
          <ShopField
            label={t('look.accent')}
            hint={t('look.accentHint')}
            value={draft.accent}
            spellCheck={false}
            error={errorOf('look.accent') === undefined ? undefined : t('look.noColour')}
            onText={(accent) => onType({ accent })}
          />
        </div>
        <p role="status">{shades.light.moss === look.accent ? '' : t('look.moved')}</p>
        <ul className="desk-look-swatches">
          {shades.light.moss !== look.accent && <Swatch label={t('look.wished')} colour={look.accent} />}
          <Swatch label={t('look.light')} colour={shades.light.moss} />
          <Swatch label={t('look.dark')} colour={shades.dark.moss} />
        </ul>
      </section>
      <Choices
        legend={t('look.paper')}
        values={papers}
        chosen={look.paper}
        onChoose={(paper) => onType({ paper })}
        labelOf={(paper) => t(`look.papers.${paper}`)}
        sampleOf={(paper) => (
          <span className="desk-look-paper" style={styleOf({ ...look, paper }, 'light')}>
            <span />
          </span>
        )}
      />
      <Choices
        legend={t('look.type')}
        values={types}
        chosen={look.type}
        onChoose={(type) => onType({ type })}
        labelOf={(type) => t(`look.types.${type}`)}
        sampleOf={(type) => (
          <span className="desk-look-type" style={styleOf({ ...look, type }, 'light')}>
            {t('look.letters')}
          </span>
        )}
      />
      <Choices
        legend={t('look.corners')}
        values={corners}
        chosen={look.corners}
        onChoose={(chosen) => onType({ corners: chosen })}
        labelOf={(each) => t(`look.ofCorners.${each}`)}
        sampleOf={(each) => <span className="desk-look-corner" style={styleOf({ ...look, corners: each }, 'light')} />}
      />
      <section className="desk-panel">
        <h2>{t('look.samples')}</h2>
        <div className="desk-look-samples">
          {schemes.map((scheme) => (
            <figure key={scheme} style={styleOf(look, scheme)}>
              <figcaption>{t(`look.${scheme}`)}</figcaption>
              <div aria-hidden="true">
                <p>{t('look.sampleName')}</p>
                <p>
                  {t('look.sampleText')} <span className="desk-look-link">{t('look.sampleLink')}</span>
                </p>
                <span className="form-control">{t('look.sampleField')}</span>
                <span className="btn btn-primary">{t('look.sampleButton')}</span>
              </div>
            </figure>
          ))}
        </div>
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

/** Colours, typefaces and corners of the shop. */
export const LookScreen = () => {
  const { t } = useTranslation('desk-shop');
  const query = useRead(deskEndpoints.shop, {});
  return (
    <>
      <BackLinks to={deskPages.settings} title={t('back')} />
      <DeskHeading title={t('look.heading')} lead={t('look.lead')} />
      <Fetched query={query}>{(found) => <LookForm found={found} refetch={query.refetch} />}</Fetched>
    </>
  );
};
