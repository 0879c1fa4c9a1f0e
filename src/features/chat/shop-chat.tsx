import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shop } from '#shared/shop.ts';
import { type ChatPlace, ChatWidget } from './chat-widget.tsx';

type ShopChatProps = Omit<ChatPlace, 'id'> & {
  /** Hears the id of the dialog once it stands. */
  readonly onReady: (id: string) => void;
};

/** The chat as this shop has set it up, with its greeting in the page's language. */
export const ShopChat = ({ onReady, ...place }: ShopChatProps) => {
  const { t } = useTranslation('chat');
  const id = useId();
  const [openedAt, setOpenedAt] = useState('');
  useEffect(() => {
    setOpenedAt(new Date().toISOString());
    onReady(id);
  }, [id, onReady]);
  return (
    <ChatWidget
      {...place}
      id={id}
      phone={shop.chat.phone}
      sendUrl={shop.chat.sendUrl}
      accountName={shop.chat.name}
      messageBody={t('greeting')}
      messageTime={openedAt}
      placeholder={t('placeholder')}
      audioSource="/sounds/greeting.wav"
      isSoundEnabled={shop.chat.hasSound}
    />
  );
};
