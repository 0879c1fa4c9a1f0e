import { useId } from 'react';
import { TextField, type TextFieldProps } from '#desk/parts/text-field.tsx';

/** A field with a hint, and the sentence about what is wrong with it. */
export const ShopField = ({ error, hint, ...field }: TextFieldProps & { readonly error: string | undefined; readonly hint?: string }) => {
  const id = useId();
  const isDescribed = error !== undefined || hint !== undefined;
  return (
    <TextField {...field} aria-invalid={error !== undefined} {...(isDescribed && { 'aria-describedby': id })}>
      {isDescribed && (
        <p id={id} className={error === undefined ? 'quiet' : 'field-error'}>
          {error ?? hint}
        </p>
      )}
    </TextField>
  );
};
