import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useScreen } from '#app/routes.ts';
import { Toaster } from '#app/toaster.tsx';
import { Overlay } from '#blocks/overlay/overlay.ts';
import { selectItems } from '#features/compare/compare-slice.ts';
import { useScrolledPast } from '#shared/hooks/use-scrolled-past.ts';
import { useShop } from '#shared/shop.tsx';
import { Icon } from '#shared/ui/icon.tsx';

/** Pixels scrolled before "to the top" appears: a product requirement. */
const thresholdPx = 300;

/** Scrolls to the top; hidden while the page is near its top. */
const ScrollUpButton = () => {
  const { t } = useTranslation('common');
  const isPast = useScrolledPast(thresholdPx);
  if (!isPast) return null;
  return (
    <button type="button" className="scroll-up" aria-label={t('scrollUp')} onClick={() => window.scrollTo({ top: 0 })}>
      <Icon name="up" />
    </button>
  );
};

/** The drawer of compared products: on shop lists and product pages, while there are any, but not over the form of a review. */
const CompareDrawerSlot = () => {
  const { search } = useLocation();
  const id = useScreen()?.id;
  const isComparing = useSelector(selectItems).length > 0;
  if (!isComparing || (id !== 'shop' && id !== 'product') || new URLSearchParams(search).has('review')) return null;
  return <Overlay kind="compare" isOnProduct={id === 'product'} />;
};

/** The floating button that toggles the chat. Once loaded, the chat stays mounted, so that closing it or navigating keeps the draft. */
const ChatButton = () => {
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

type FloatingProps = {
  readonly isToastsOnly: boolean;
};

/** What floats over the page. Not server-rendered: none of it works before hydration. */
export const Floating = ({ isToastsOnly }: FloatingProps) => {
  const shop = useShop();
  return (
    <>
      {!isToastsOnly && (
        <>
          <CompareDrawerSlot />
          <ScrollUpButton />
          {shop.chat.phone !== '' && <ChatButton />}
        </>
      )}
      <Toaster />
    </>
  );
};
