import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { Icon } from '#shared/ui/icon.tsx';

/** The floating button that toggles the chat. Once loaded, the chat stays mounted, so that closing it or navigating keeps the draft. */
export const ChatButton = () => {
  const { t } = useTranslation('common');
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [chatId, setChatId] = useState<string>();
  return (
    <div className="chat">
      <button
        ref={buttonRef}
        type="button"
        className="chat-button"
        aria-label={t('chat')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={chatId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'cross' : 'chat'} />
      </button>
      {(isOpen || chatId) && (
        <Overlay kind="chat" isOpen={isOpen} openerRef={buttonRef} onClose={() => setIsOpen(false)} onReady={setChatId} />
      )}
    </div>
  );
};
