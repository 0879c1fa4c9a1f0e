import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';
import { Icon } from './icon.tsx';

type QuantityStepperProps = {
  readonly quantity: number;
  /** Whose quantity: read out with the buttons. */
  readonly name: string;
  readonly onChange: (quantity: number) => void;
};

/**
 * One number with less and more beside it. It offers any whole number from 0; what is allowed is decided by whoever is told,
 * so that a refusal can be explained instead of a dead button.
 */
export const QuantityStepper = ({ quantity, name, onChange }: QuantityStepperProps) => {
  const { t } = useTranslation('common');
  // What stands in the field while it is being typed, until it is left.
  const [typed, setTyped] = useState<string>();
  const take = (text: string) => {
    const wanted = Number.parseInt(text, 10);
    if (Number.isSafeInteger(wanted) && wanted >= 0 && wanted !== quantity) onChange(wanted);
  };
  const settle = () => {
    take(typed ?? '');
    setTyped(undefined);
  };
  const field = useInputBeforeHydration<HTMLInputElement>(({ value }) => {
    if (value !== String(quantity)) take(value);
  });
  return (
    <fieldset className="stepper" aria-label={t('quantity.of', { name })}>
      <button type="button" aria-label={t('quantity.less', { name })} onClick={() => onChange(quantity - 1)}>
        <Icon name="minus" />
      </button>
      <input
        ref={field}
        aria-label={t('quantity.of', { name })}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? quantity}
        onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, '').slice(0, 6))}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
      />
      <button type="button" aria-label={t('quantity.more', { name })} onClick={() => onChange(quantity + 1)}>
        <Icon name="plus" />
      </button>
    </fieldset>
  );
};
