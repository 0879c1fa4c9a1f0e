import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import type { FormProblems } from './use-form.ts';

/** Errors, each as a link to its field. */
export const ProblemLinks = ({ problems }: Pick<FormProblems, 'problems'>) => (
  <ul>
    {problems.map(({ name, id, text }) => (
      <li key={name}>
        <a
          href={`#${id}`}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(id)?.focus();
          }}
        >
          {text}
        </a>
      </li>
    ))}
  </ul>
);

type FormSummaryProps = {
  readonly form: FormProblems;
  /** The server's message about the form as a whole. */
  readonly message?: string | undefined;
  /** Actions that help, e.g. a link. */
  readonly children?: ReactNode;
};

/** The error summary above a form: takes the focus at every failed submit; each error links to its field. */
export const FormSummary = ({ form: { problems, failures, hasCrashed }, message: serverMessage, children }: FormSummaryProps) => {
  const { t } = useTranslation('common');
  const message = serverMessage ?? (hasCrashed ? t('failure.unreadable') : undefined);
  const summaryRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (failures > 0) summaryRef.current?.focus();
  }, [failures]);
  if (problems.length === 0 && message === undefined) return null;
  return (
    <div ref={summaryRef} tabIndex={-1} className="note note-danger form-summary" role="alert">
      <Icon name="warning" />
      <div>
        {message !== undefined && <p>{message}</p>}
        {problems.length > 0 && (
          <>
            <p>{t('form.summary')}</p>
            <ProblemLinks problems={problems} />
          </>
        )}
        {children}
      </div>
    </div>
  );
};

type SubmitButtonProps = { readonly isBusy: boolean; readonly isOff?: boolean; readonly isQuiet?: boolean; readonly children: ReactNode };

/** A form's submit button. `aria-disabled` instead of `disabled`, so that it keeps the focus; the form has to ignore submits meanwhile. */
export const SubmitButton = ({ isBusy, isOff = false, isQuiet = false, children }: SubmitButtonProps) => (
  <button
    type="submit"
    className={`btn btn-${isQuiet ? 'outline-' : ''}primary btn-lg submit-button`}
    aria-disabled={isBusy || isOff}
    aria-busy={isBusy}
  >
    {isBusy && <span className="spinner-ring" aria-hidden="true" />}
    <span>{children}</span>
  </button>
);
