import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

type ConfirmButtonProps = { readonly label: string; readonly text: string; readonly onConfirm: () => void };

/** A button with a confirmation dialog, for what cannot be undone. `label` names the action, `text` its consequence. */
export const ConfirmButton = ({ label, text, onConfirm }: ConfirmButtonProps) => {
  const { t } = useTranslation('common');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  const heading = t('confirm.heading', { action: label });
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => setIsOpen(true)}>
        {label}
      </button>
      <Dialog isOpen={isOpen} onClose={close} label={heading} className="confirm-dialog">
        <h2>{heading}</h2>
        <p>{text}</p>
        <div className="button-row">
          <button
            type="button"
            className="btn btn-outline-primary is-danger"
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {label}
          </button>
          <button type="button" className="btn btn-primary" onClick={close}>
            {t('confirm.no')}
          </button>
        </div>
      </Dialog>
    </>
  );
};
