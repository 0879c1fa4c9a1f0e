import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';

type PickerValue = { readonly key: string; readonly name: string; readonly isLeft: boolean; readonly face?: ReactNode };

type PickerProps = {
  readonly title: string;
  readonly values: readonly PickerValue[];
  readonly chosen: string | undefined;
  readonly onPick: (key: string) => void;
  /** Says that this still has to be chosen. */
  readonly isMissing?: boolean;
};

/** One thing to choose, as radio buttons. What is out of stock is struck through, yet can be reached and read. */
export const Picker = ({ title, values, chosen, onPick, isMissing = false }: PickerProps) => {
  const { t } = useTranslation('product');
  const group = useId();
  const messageId = `${group}-missing`;
  const picker = useInputBeforeHydration<HTMLFieldSetElement>((fieldset) => {
    const picked = fieldset.querySelector<HTMLInputElement>('input:checked')?.value;
    if (picked !== undefined && picked !== chosen) onPick(picked);
  });
  return (
    <fieldset ref={picker} className="picker" aria-describedby={isMissing ? messageId : undefined}>
      <legend>
        {title}
        <span className="picker-chosen">{values.find(({ key }) => key === chosen)?.name}</span>
      </legend>
      {isMissing && (
        <p className="field-error" id={messageId} role="alert">
          {t('pick.missing', { name: title })}
        </p>
      )}
      <div className="picker-values">
        {values.map(({ key, name, isLeft, face }) => (
          <label key={key} className={isLeft ? 'picker-value' : 'picker-value picker-value-out'}>
            <input
              type="radio"
              name={group}
              value={key}
              checked={key === chosen}
              aria-label={isLeft ? name : t('pick.out', { name })}
              aria-invalid={isMissing || undefined}
              onChange={() => onPick(key)}
            />
            {face}
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
