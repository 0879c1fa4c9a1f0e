import { type ReactNode, useId } from 'react';
import { useInputBeforeHydration } from '#shared/hooks/use-input-before-hydration.ts';

type TickProps = {
  readonly id: string;
  readonly name: string;
  readonly isTicked: boolean;
  readonly error: string | undefined;
  readonly onChange: (isTicked: boolean) => void;
  readonly isOptional?: boolean;
  /** `off` keeps a browser from ticking it again after a reload or on Back. */
  readonly autoComplete?: 'off';
  /** What it stands for; may hold links. */
  readonly children: ReactNode;
};

/** A box to tick, with its words beside it and what is wrong under it. */
export const Tick = ({ id, name, isTicked, error, onChange, isOptional = false, autoComplete, children }: TickProps) => {
  const about = useId();
  const box = useInputBeforeHydration<HTMLInputElement>(({ checked }) => {
    if (checked !== isTicked) onChange(checked);
  });
  return (
    <div className={error === undefined ? 'field tick' : 'field tick is-wrong'}>
      <input
        ref={box}
        type="checkbox"
        id={id}
        name={name}
        checked={isTicked}
        required={!isOptional}
        autoComplete={autoComplete}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${about}error`}
        onChange={(event) => onChange(event.target.checked)}
      />
      <label htmlFor={id}>{children}</label>
      {error !== undefined && (
        <p id={`${about}error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  );
};
