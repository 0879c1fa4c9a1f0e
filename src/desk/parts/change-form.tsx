import type { FormEvent, ReactNode } from 'react';
import { useChange } from './use-change.tsx';

type ChangeFormProps = {
  readonly call: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly onShow: () => void;
  readonly submit: string;
  /** Not the main action of the page. */
  readonly isQuiet?: boolean;
  /** Whether all that is needed was typed; until then nothing is sent. */
  readonly isReady?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

/** A form of one change, see `useChange`. */
export const ChangeForm = ({
  call,
  onDone,
  onShow,
  submit,
  isQuiet = false,
  isReady = true,
  className = 'desk-stack',
  children,
}: ChangeFormProps) => {
  const { change, isBusy, note } = useChange(onShow);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isReady && (await change(call))) onDone();
  };
  return (
    <form className={className} onSubmit={(event) => void send(event)}>
      {note}
      {children}
      <button type="submit" className={`btn btn-${isQuiet ? 'outline-' : ''}primary`} aria-disabled={isBusy || !isReady} aria-busy={isBusy}>
        {submit}
      </button>
    </form>
  );
};
