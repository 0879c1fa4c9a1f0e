import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { Icon } from './icon.tsx';

type QuantityStepperProps = {
  readonly quantity: number;
  /** The product's name, for the accessible names of the buttons. */
  readonly name: string;
  readonly onChange: (quantity: number) => void;
};

/**
 * A number field with minus and plus. It accepts any whole number from 0: limits are up to `onChange`, which can explain a refusal as a
 * disabled button cannot.
 */
export const QuantityStepper = ({ quantity, name, onChange }: QuantityStepperProps) => {
  const { t } = useTranslation('common');
  // The unfinished input, until blur or Enter.
  const [draft, setDraft] = useState<string>();
  const commit = (text: string) => {
    const entered = Number.parseInt(text, 10);
    if (Number.isSafeInteger(entered) && entered >= 0 && entered !== quantity) onChange(entered);
  };
  const commitDraft = () => {
    commit(draft ?? '');
    setDraft(undefined);
  };
  const fieldRef = useInputBeforeHydration<HTMLInputElement>(({ value }) => {
    if (value !== String(quantity)) commit(value);
  });
  return (
    <fieldset className="stepper" aria-label={t('quantity.of', { name })}>
      <button type="button" aria-label={t('quantity.less', { name })} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" />
      </button>
      <input
        ref={fieldRef}
        aria-label={t('quantity.of', { name })}
        inputMode="numeric"
        autoComplete="off"
        value={draft ?? quantity}
        onChange={(event) => setDraft(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        onBlur={commitDraft}
        onKeyDown={(event) => event.key === 'Enter' && commitDraft()}
      />
      <button type="button" aria-label={t('quantity.more', { name })} onClick={() => onChange(quantity + 1)}>
        <Icon name="plus" />
      </button>
    </fieldset>
  );
};
