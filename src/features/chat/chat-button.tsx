import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientOnly } from '#shared/ui/client-only.tsx';
import { Icon } from '#shared/ui/icon.tsx';

const ShopChat = clientOnly(() => import('./shop-chat.tsx').then((module) => module.ShopChat), ['chat']);

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
        onPointerEnter={ShopChat.preload}
        onFocus={ShopChat.preload}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'cross' : 'chat'} />
      </button>
      {(isOpen || chatId) && <ShopChat isOpen={isOpen} openerRef={buttonRef} onClose={() => setIsOpen(false)} onReady={setChatId} />}
    </div>
  );
};
