import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#shared/ui/icon.tsx';
import { late } from '#shared/ui/late.tsx';

const loadChat = () => import('./shop-chat.tsx').then((module) => module.ShopChat);

const ShopChat = late(loadChat, ['chat']);

const fetchEarly = () => void loadChat().catch(() => undefined);

/**
 * The floating button that opens the chat and closes it again. Once there, the chat stays, shown or not, so that neither
 * closing it nor going to another page loses what was typed; one that could not be fetched is asked for again.
 */
export const ChatButton = () => {
  const { t } = useTranslation('common');
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [chatId, setChatId] = useState<string>();
  return (
    <div className="chat">
      <button
        ref={button}
        type="button"
        className="chat-button"
        aria-label={t('chat')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={chatId}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'cross' : 'chat'} />
      </button>
      {(isOpen || chatId) && <ShopChat isOpen={isOpen} opener={button} onClose={() => setIsOpen(false)} onReady={setChatId} />}
    </div>
  );
};
