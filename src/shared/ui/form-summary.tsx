import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';
import type { Form } from './use-form.ts';

/**
 * What is wrong with a form, above it: takes the focus at every failed submit, and each line leads to its field. `message` is what the
 * server said about the whole; `children` are what else can be done about it.
 */
export const FormSummary = ({
  form: { problems, failures },
  message,
  children,
}: {
  readonly form: Form;
  readonly message?: string | undefined;
  readonly children?: ReactNode;
}) => {
  const { t } = useTranslation('common');
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failures > 0) summary.current?.focus();
  }, [failures]);
  if (problems.length === 0 && message === undefined) return null;
  return (
    <div ref={summary} tabIndex={-1} className="note note-danger form-summary" role="alert">
      <Icon name="warning" />
      <div>
        {message !== undefined && <p>{message}</p>}
        {problems.length > 0 && (
          <>
            <p>{t('form.summary', { count: problems.length })}</p>
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
          </>
        )}
        {children}
      </div>
    </div>
  );
};
