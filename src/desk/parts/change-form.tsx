import type { FormEvent, ReactNode } from 'react';
import type { useChange } from './use-change.tsx';

type ChangeFormProps = {
  readonly changing: ReturnType<typeof useChange>;
  readonly call: () => Promise<unknown>;
  readonly onDone: () => void;
  readonly submit: string;
  /** Not the main action of the page. */
  readonly isQuiet?: boolean;
  /** Whether all that is needed was typed; until then nothing is sent. */
  readonly isReady?: boolean;
  readonly className?: string;
  /** Other buttons, beside the one that sends. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

/** A form of one change. */
export const ChangeForm = ({
  changing: { change, isBusy, note },
  call,
  onDone,
  submit,
  isQuiet = false,
  isReady = true,
  className = 'desk-stack',
  buttons,
  children,
}: ChangeFormProps) => {
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isReady && (await change(call))) onDone();
  };
  return (
    <form className={className} onSubmit={(event) => void send(event)}>
      {note}
      {children}
      <div className="desk-actions">
        <button
          type="submit"
          className={`btn btn-${isQuiet ? 'outline-' : ''}primary`}
          aria-disabled={isBusy || !isReady}
          aria-busy={isBusy}
        >
          {submit}
        </button>
        {buttons}
      </div>
    </form>
  );
};
