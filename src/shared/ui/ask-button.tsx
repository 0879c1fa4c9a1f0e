import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.tsx';

/** A button for what cannot be taken back: it asks first. `label` says what it does, `text` what that means. */
export const AskButton = ({ label, text, onYes }: { readonly label: string; readonly text: string; readonly onYes: () => void }) => {
  const { t } = useTranslation('common');
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
  const heading = t('ask.heading', { action: label });
  return (
    <>
      <button type="button" className="btn btn-link" onClick={() => setIsAsking(true)}>
        {label}
      </button>
      <Dialog isOpen={isAsking} onClose={close} label={heading} className="ask">
        <h2>{heading}</h2>
        <p>{text}</p>
        <div className="button-row">
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => {
              close();
              onYes();
            }}
          >
            {label}
          </button>
          <button type="button" className="btn btn-outline-primary" onClick={close}>
            {t('ask.no')}
          </button>
        </div>
      </Dialog>
    </>
  );
};
