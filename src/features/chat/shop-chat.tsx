import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useShop } from '#shared/shop.tsx';
import { type ChatControls, ChatWidget } from './chat-widget.tsx';

type ShopChatProps = Omit<ChatControls, 'id'> & {
  /** Called with the id of the dialog once it is mounted. */
  readonly onReady: (id: string) => void;
};

/** The chat with this shop's settings and the greeting in the page's language. */
export const ShopChat = ({ onReady, ...controls }: ShopChatProps) => {
  const shop = useShop();
  const { t } = useTranslation('chat');
  const id = useId();
  const [openedAt, setOpenedAt] = useState('');
  useEffect(() => {
    setOpenedAt(new Date().toISOString());
    onReady(id);
  }, [id, onReady]);
  return (
    <ChatWidget
      {...controls}
      id={id}
      phone={shop.chat.phone}
      sendUrl={shop.chat.url}
      accountName={shop.chat.name}
      messageBody={t('greeting')}
      messageTime={openedAt}
      placeholder={t('placeholder')}
      hours={shop.hours.filter((line) => line !== '')}
      audioSource="/sounds/greeting.wav"
      isSoundEnabled={shop.chat.hasSound}
    />
  );
};
