import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

type PickerValue = { readonly key: string; readonly name: string; readonly isAvailable: boolean; readonly swatch?: ReactNode };

type PickerProps = {
  readonly name: string;
  readonly title: string;
  readonly values: readonly PickerValue[];
  readonly chosen: string | undefined;
  readonly onPick: (key: string) => void;
  /** Shows the error that nothing is chosen. */
  readonly isMissing?: boolean;
};

/** A radio group. Values that are out of stock are struck through, but can be focused and chosen. */
export const Picker = ({ name: groupName, title, values, chosen, onPick, isMissing = false }: PickerProps) => {
  const { t } = useTranslation('product');
  const messageId = useId();
  return (
    <fieldset className="picker" aria-describedby={isMissing ? messageId : undefined}>
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
        {values.map(({ key, name, isAvailable, swatch }) => (
          <label key={key} className={isAvailable ? 'picker-value' : 'picker-value picker-value-out'}>
            <input
              type="radio"
              name={groupName}
              value={key}
              checked={key === chosen}
              aria-label={isAvailable ? name : t('pick.out', { name })}
              aria-invalid={isMissing || undefined}
              onChange={() => onPick(key)}
            />
            {swatch}
            <bdi>{name}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  );
};
