import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

type QuantityStepperProps = {
  readonly quantity: number;
  /** The product's name, for the accessible names of the buttons. */
  readonly name: string;
  /** Returns whether the quantity is accepted as it is. */
  readonly onChange: (quantity: number) => boolean;
};

/** The whole number that a text is, from 0; undefined for any other text, e.g. "1.5", "1e3" or "-3". */
export const parseQuantity = (text: string): number | undefined => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined);

/**
 * A number field with minus and plus. It accepts any whole number from 0, and keeps its quantity for any other text: limits are up to
 * `onChange`, which can explain a refusal as a disabled button cannot.
 */
export const QuantityStepper = ({ quantity, name, onChange }: QuantityStepperProps) => {
  const { t } = useTranslation('common');
  // The unfinished input, until blur or Enter.
  const [draft, setDraft] = useState<string>();
  /** Returns whether the quantity is the one that was typed. */
  const commitDraft = (): boolean => {
    const entered = draft === undefined ? quantity : parseQuantity(draft);
    setDraft(undefined);
    return entered === quantity || (entered !== undefined && onChange(entered));
  };
  return (
    <fieldset className="stepper" aria-label={t('quantity.of', { name })}>
      <button type="button" aria-label={t('quantity.less', { name })} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" />
      </button>
      <input
        name="quantity"
        aria-label={t('quantity.of', { name })}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? quantity}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commitDraft}
        onKeyDown={(event) => {
          // Or Enter would send the form with a quantity that nobody has typed.
          if (event.key === 'Enter' && !commitDraft()) event.preventDefault();
        }}
      />
      <button type="button" aria-label={t('quantity.more', { name })} onClick={() => onChange(quantity + 1)}>
        <Icon name="plus" />
      </button>
    </fieldset>
  );
};
