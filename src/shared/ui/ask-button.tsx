import { useState } from 'react';
import { Dialog } from './dialog.tsx';

type AskButtonProps = {
  readonly label: string;
  readonly heading: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  readonly onYes: () => void;
};

/** A button for what cannot be taken back: it asks first. */
export const AskButton = ({ label, heading, text, yes, no, onYes }: AskButtonProps) => {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => setIsAsking(false);
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
            {yes}
          </button>
          <button type="button" className="btn btn-outline-primary" onClick={close}>
            {no}
          </button>
        </div>
      </Dialog>
    </>
  );
};
