import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

type PickerValue = { readonly key: string; readonly name: string; readonly isAvailable: boolean; readonly swatch?: ReactNode };

type PickerProps = {
  readonly name: string;
  readonly title: string;
  readonly values: readonly PickerValue[];
  readonly chosen: string | undefined;
  readonly onPick: (key: string) => void;
  /** The error that nothing is chosen. */
  readonly error?: string | undefined;
};

/** A radio group. Values that are out of stock are struck through, but can be focused and chosen. */
export const Picker = ({ name: groupName, title, values, chosen, onPick, error }: PickerProps) => {
  const { t } = useTranslation('product');
  const messageId = useId();
  const chosenName = values.find(({ key }) => key === chosen)?.name;
  return (
    <fieldset className="picker" aria-describedby={error && messageId}>
      <legend>
        {title}
        {chosenName !== undefined && (
          <span>
            : <span className="picker-chosen">{chosenName}</span>
          </span>
        )}
      </legend>
      {error && (
        <p className="field-error" id={messageId} role="alert">
          {error}
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
              aria-invalid={error ? true : undefined}
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
