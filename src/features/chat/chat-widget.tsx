import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#shared/format-date.ts';
import { Icon } from '#shared/ui/icon.tsx';
import { messagingLink } from './messaging-link.ts';
import { playSound } from './play-sound.ts';

/** How many milliseconds the greeting is in the making: long enough to be seen, too short to be waited for. */
const typingTime = 1200;

/** Where the widget stands, and who opens and closes it. */
export type ChatPlace = {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The control that opens it: presses there are its own, and the focus returns there. */
  readonly opener: RefObject<HTMLElement | null>;
};

/** Settings of the chat widget, and the provider's send URL. */
type ChatSettings = {
  readonly phone: string;
  readonly sendUrl: string;
  readonly accountName: string;
  readonly messageBody: string;
  /** As on the wire. */
  readonly messageTime: string;
  readonly placeholder: string;
  readonly audioSource: string;
  readonly isSoundEnabled: boolean;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>, text: string) => void;
};

type Sent = { readonly place: number; readonly text: string; readonly time: string; readonly link: string };

type BubbleProps = { readonly author: string; readonly text: string; readonly time: string; readonly isOwn?: boolean };

const Bubble = ({ author, text, time, isOwn = false }: BubbleProps) => {
  const { i18n } = useTranslation('chat');
  return (
    <div className={isOwn ? 'chat-message is-own' : 'chat-message'}>
      <p className="chat-facts">
        {author}
        <time className="chat-time" dateTime={time}>
          {formatTime(time, i18n.language)}
        </time>
      </p>
      <p className="chat-bubble" dir="auto">
        {text}
      </p>
    </div>
  );
};

/** Closes the open chat on Escape and on a press outside it, and gives the focus back to where it came from. */
const useLeaving = (chat: RefObject<HTMLElement | null>, { isOpen, onClose, opener }: ChatPlace) => {
  useEffect(() => {
    if (!isOpen) return;
    // Before anything else hears of it: what is pressed may be gone afterwards.
    const press = (event: MouseEvent) => {
      const way = event.composedPath();
      if (![chat.current, opener.current].some((own) => own && way.includes(own))) onClose();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onClose();
    };
    document.addEventListener('click', press, { capture: true });
    document.addEventListener('keydown', key);
    return () => {
      document.removeEventListener('click', press, { capture: true });
      document.removeEventListener('keydown', key);
    };
  }, [chat, opener, isOpen, onClose]);

  useEffect(() => {
    const [shown, back] = [chat.current, opener.current];
    if (!isOpen) return;
    return () => {
      // Who has gone on to another control stays there.
      const at = document.activeElement;
      if (!at || at.matches('body, main') || shown?.contains(at)) back?.focus({ preventScroll: true });
    };
  }, [chat, opener, isOpen]);
};

/**
 * The chat: the account and that it is online, a typing indicator and then the greeting, and a field. What is written there
 * goes on in the messaging app, in a new window. Browsers do not tell whether that window came, so a link to it stays beside the
 * message, and the message stays too.
 */
export const ChatWidget = (props: ChatPlace & ChatSettings) => {
  const { id, isOpen, phone, sendUrl, accountName, messageBody, messageTime, placeholder, audioSource, isSoundEnabled, onSubmit } = props;
  const { t } = useTranslation('chat');
  const chat = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const about = useId();
  const [isTyping, setIsTyping] = useState(true);
  const [draft, setDraft] = useState('');
  const [sent, setSent] = useState<readonly Sent[]>([]);
  useLeaving(chat, props);

  useEffect(() => {
    if (!isOpen) return;
    // On a touch screen the keyboard would come up and hide the greeting.
    const hasKeyboard = window.matchMedia('(pointer: fine)').matches;
    (hasKeyboard ? field : chat).current?.focus();
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isTyping) return;
    const timer = setTimeout(() => {
      setIsTyping(false);
      if (isSoundEnabled) void playSound(audioSource);
    }, typingTime);
    return () => clearTimeout(timer);
  }, [isOpen, isTyping, isSoundEnabled, audioSource]);

  useEffect(() => {
    if (log.current && (sent.length > 0 || !isTyping)) log.current.scrollTop = log.current.scrollHeight;
  }, [sent, isTyping]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (draft.trim() === '') return;
    const link = messagingLink({ sendUrl, phone, text: draft });
    window.open(link, '_blank', 'noopener');
    onSubmit?.(event, draft);
    setSent([...sent, { place: sent.length, text: draft, time: new Date().toISOString(), link }]);
    setDraft('');
  };

  const lastLink = sent.at(-1)?.link;
  return (
    <dialog ref={chat} id={id} className="chat-dialog" open={isOpen} tabIndex={-1} aria-label={t('label', { name: accountName })}>
      <div className="chat-head">
        <span className="chat-initial" aria-hidden="true">
          {accountName.slice(0, 1)}
        </span>
        <div>
          <p className="chat-name">{accountName}</p>
          <p className="chat-status">{t('online')}</p>
        </div>
      </div>
      <div ref={log} className="chat-log" role="log">
        {isTyping ? (
          <p className="chat-bubble chat-typing">
            <span className="visually-hidden">{t('typing', { name: accountName })}</span>
            <span aria-hidden="true" />
            <span aria-hidden="true" />
            <span aria-hidden="true" />
          </p>
        ) : (
          <Bubble author={accountName} text={messageBody} time={messageTime} />
        )}
        {sent.map(({ place, text, time }) => (
          <Bubble key={place} author={t('you')} text={text} time={time} isOwn />
        ))}
        {lastLink !== undefined && (
          <p className="chat-sent">
            {t('sent')}
            <a href={lastLink} target="_blank" rel="noopener">
              {t('openAgain')}
            </a>
          </p>
        )}
      </div>
      <form className="chat-form" onSubmit={submit}>
        <div className="chat-field">
          <input
            ref={field}
            className="form-control"
            type="text"
            name="message"
            value={draft}
            placeholder={placeholder}
            aria-label={t('field')}
            aria-describedby={about}
            autoComplete="off"
            enterKeyHint="send"
            dir="auto"
            onChange={(event) => setDraft(event.target.value)}
          />
          <button type="submit" aria-label={t('send')}>
            <Icon name="send" />
          </button>
        </div>
        <p id={about} className="chat-hint">
          {t('hint')}
        </p>
      </form>
    </dialog>
  );
};
