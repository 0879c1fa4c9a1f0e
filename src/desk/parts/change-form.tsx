import { createContext, type FormEvent, type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedFile } from '#contract/desk/people.ts';
import { type Call, useSend } from '#desk/desk-api.ts';
import { type ApiError, asApiError } from '#shared/api/api-error.ts';
import { saveFile } from '#shared/save-file.ts';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { useSay } from './desk-heading.tsx';
import { useIdentityCheck } from './identity.tsx';

/** Makes the page show its current data, and resolves when it does; provided by `Fetched`. */
export const ShowContext = createContext<() => PromiseLike<unknown>>(() => Promise.resolve());

type ChangeOutcome<Answer> = {
  /** The message after success; may depend on the answer. */
  readonly successMessage?: string | ((answer: Answer) => string) | undefined;
  /** Gets the answer; may still throw a reason for failure. */
  readonly onDone?: ((answer: Answer) => unknown) | undefined;
};

/** What a refusal with this code asks: `action` is the button that says yes. */
type Question = { readonly code: string; readonly action: string; readonly onYes: () => void };

/**
 * Sends the changes of one card, one at a time; `change` resolves with why it failed. `note` says why the last change failed. What was typed stays; if somebody else has changed the same
 * thing meanwhile, a button shows the current version, by `onShow` or by refetching. `errors` are the server's by field.
 */
export const useChange = (onShow?: () => unknown, question?: Question) => {
  const { t } = useTranslation('desk');
  const showFetched = useContext(ShowContext);
  const [error, setError] = useState<ApiError>();
  const [isBusy, setIsBusy] = useState(false);
  const say = useSay();
  const send = useSend();
  const check = useIdentityCheck();
  const change = async <Answer,>(call: Call<Answer>, { successMessage, onDone }: ChangeOutcome<Answer>): Promise<ApiError | undefined> => {
    if (isBusy) return undefined;
    setIsBusy(true);
    setError(undefined);
    try {
      const answer = await check(() => send(call));
      await onDone?.(answer);
      if (successMessage !== undefined) say(typeof successMessage === 'function' ? successMessage(answer) : successMessage);
      return undefined;
    } catch (cause) {
      const failure = asApiError(cause);
      setError(failure);
      return failure;
    } finally {
      setIsBusy(false);
    }
  };
  const show = () => {
    setError(undefined);
    void (onShow ?? showFetched)();
  };
  const answer = () => {
    setError(undefined);
    question?.onYes();
  };
  const note =
    error &&
    (question && error.code === question.code ? (
      <ErrorNote text={error.message ?? ''} action={question.action} onRetry={answer} />
    ) : error.code === 'changed' ? (
      <ErrorNote text={error.message ?? ''} action={t('conflict.show')} onRetry={show} />
    ) : (
      <FailureNote error={error} />
    ));
  return { change, isBusy, note, errors: error?.errors };
};

type ChangeProps<Answer> = ChangeOutcome<Answer> & {
  readonly call: Call<Answer>;
  /** Shared with other changes of the same card, so that they wait for each other. */
  readonly changing?: ReturnType<typeof useChange> | undefined;
};

const useOneChange = <Answer,>({ call, successMessage, onDone, changing }: ChangeProps<Answer>) => {
  const own = useChange();
  const { change, isBusy, note } = changing ?? own;
  const send = () => void change(call, { successMessage, onDone });
  return { send, isBusy, note: changing ? undefined : note };
};

type ChangeFormProps<Answer> = ChangeProps<Answer> & {
  readonly submit: string;
  /** Draws the button as a secondary action of the page. */
  readonly isQuiet?: boolean;
  readonly isDanger?: boolean;
  /** Whether all that is needed was typed; until then nothing is sent. */
  readonly isReady?: boolean;
  readonly className?: string;
  /** Other buttons, beside the one that sends. */
  readonly buttons?: ReactNode;
  readonly children: ReactNode;
};

export const ChangeForm = <Answer,>({
  submit,
  isDanger = false,
  isQuiet = isDanger,
  isReady = true,
  className = 'desk-stack',
  buttons,
  children,
  ...props
}: ChangeFormProps<Answer>) => {
  const { send, isBusy, note } = useOneChange(props);
  const submitted = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) send();
  };
  return (
    <form className={className} onSubmit={submitted}>
      {note}
      {children}
      <div className="desk-actions">
        <button
          type="submit"
          className={`btn btn-${isQuiet ? 'outline-' : ''}primary${isDanger ? ' is-danger' : ''}`}
          aria-disabled={isBusy || !isReady}
          aria-busy={isBusy}
          // The second press of a double click must not take the focus back from the heading.
          onMouseDown={(event) => !isReady && event.preventDefault()}
        >
          {submit}
        </button>
        {buttons}
      </div>
    </form>
  );
};

type ChangeButtonProps<Answer> = ChangeProps<Answer> & { readonly className?: string; readonly children: ReactNode };

/** A button of one change, with why it failed. */
export const ChangeButton = <Answer,>({ className = 'btn btn-outline-primary', children, ...props }: ChangeButtonProps<Answer>) => {
  const { send, isBusy, note } = useOneChange(props);
  return (
    <>
      {note}
      <button type="button" className={className} aria-disabled={isBusy} aria-busy={isBusy} onClick={send}>
        {children}
      </button>
    </>
  );
};

/** A button that has the browser save a file. */
export const SaveButton = ({ call, className, children }: Pick<ChangeButtonProps<SavedFile>, 'call' | 'className' | 'children'>) => {
  const { t } = useTranslation('desk-lead');
  const [saved, setSaved] = useState('');
  const save = ({ name, text }: SavedFile) => {
    saveFile(name, text, name.endsWith('.csv') ? 'text/csv' : 'application/json');
    setSaved(name);
  };
  return (
    <>
      <ChangeButton call={call} onDone={save} {...(className !== undefined && { className })}>
        {children}
      </ChangeButton>
      <span role="status" className="quiet">
        {saved !== '' && t('saved', { name: saved })}
      </span>
    </>
  );
};
