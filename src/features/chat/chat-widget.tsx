import '#styles/chat-dialog.scss';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '#shared/format-date.ts';
import { Icon } from '#shared/ui/icon.tsx';

type Message = {
  readonly sendUrl: string;
  /** With country code, in any notation: "+44 (0)20 ...". */
  readonly phone: string;
  readonly text: string;
};

/** The URL that opens a message in the messaging app: number and text go as query parameters. */
export const messagingLink = ({ sendUrl, phone, text }: Message): string => {
  const link = new URL(sendUrl);
  link.searchParams.set('phone', phone.replace('(0)', '').replaceAll(/\D/g, ''));
  link.searchParams.set('text', text);
  // `URLSearchParams` encodes a space as +, which not every app decodes.
  link.search = link.search.replaceAll('+', '%20');
  return link.href;
};

/**
 * Plays a short sound once; stays silent if the browser blocks it or the file cannot be loaded. Not an audio element: some browsers send
 * range requests only, which not every server supports.
 */
const playSound = async (source: string): Promise<void> => {
  try {
    const response = await fetch(source);
    const context = new AudioContext();
    const sound = context.createBufferSource();
    sound.buffer = await context.decodeAudioData(await response.arrayBuffer());
    sound.connect(context.destination);
    sound.onended = () => void context.close();
    sound.start();
  } catch {
    // The sound is optional.
  }
};

/** How long the typing indicator is shown before the greeting. */
const typingMs = 1200;

/** How the page opens and closes the widget. */
export type ChatControls = {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** The toggle button: a click on it does not count as outside, and the focus returns to it. */
  readonly openerRef: RefObject<HTMLElement | null>;
};

/** Settings of the chat widget, and the provider's send URL. */
type ChatSettings = {
  readonly phone: string;
  readonly sendUrl: string;
  readonly accountName: string;
  readonly messageBody: string;
  /** When the message was sent, ISO 8601. */
  readonly messageTime: string;
  readonly placeholder: string;
  /** When messages are answered, line by line; shown below the greeting. */
  readonly hours: readonly string[];
  readonly audioSource: string;
  readonly isSoundEnabled: boolean;
  readonly onSubmit?: (event: FormEvent<HTMLFormElement>, text: string) => void;
};

type SentMessage = { readonly id: number; readonly text: string; readonly time: string; readonly link: string };

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

/** Closes the open chat on Escape and on a click outside, and returns the focus to the opener. */
const useChatDismiss = (chatRef: RefObject<HTMLElement | null>, { isOpen, onClose, openerRef }: ChatControls) => {
  useEffect(() => {
    if (!isOpen) return;
    // In the capture phase: other handlers may remove the clicked element.
    const onClick = (event: MouseEvent) => {
      const path = event.composedPath();
      if (![chatRef.current, openerRef.current].some((element) => element && path.includes(element))) onClose();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && !event.defaultPrevented) onClose();
    };
    document.addEventListener('click', onClick, { capture: true });
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('click', onClick, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [chatRef, openerRef, isOpen, onClose]);

  useEffect(() => {
    const [chat, opener] = [chatRef.current, openerRef.current];
    if (!isOpen) return;
    return () => {
      // A shopper who has moved the focus to another control keeps it there.
      const focused = document.activeElement;
      if (!focused || focused.matches('body, main') || chat?.contains(focused)) opener?.focus({ preventScroll: true });
    };
  }, [chatRef, openerRef, isOpen]);
};

/**
 * The chat: the account, a typing indicator, the greeting, and a field whose message opens the messaging app in a new window. With
 * `noopener` a blocked window cannot be detected, so the message and a link to open it again stay.
 */
export const ChatWidget = (props: ChatControls & ChatSettings) => {
  const { id, isOpen, phone, sendUrl, accountName, messageBody, messageTime, placeholder, hours, audioSource, isSoundEnabled, onSubmit } =
    props;
  const { t } = useTranslation('chat');
  const chatRef = useRef<HTMLDialogElement>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  const logRef = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [isTyping, setIsTyping] = useState(true);
  const [draft, setDraft] = useState('');
  const [sentMessages, setSentMessages] = useState<readonly SentMessage[]>([]);
  useChatDismiss(chatRef, props);

  useEffect(() => {
    if (!isOpen) return;
    // On a touch screen, focusing the field opens the keyboard, which hides the greeting.
    const hasMouse = window.matchMedia('(pointer: fine)').matches;
    (hasMouse ? fieldRef : chatRef).current?.focus();
  }, [isOpen]);

  useEffect(() => {
    if (!isOpen || !isTyping) return;
    const timer = setTimeout(() => {
      setIsTyping(false);
      if (isSoundEnabled) void playSound(audioSource);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [isOpen, isTyping, isSoundEnabled, audioSource]);

  useEffect(() => {
    if (logRef.current && (sentMessages.length > 0 || !isTyping)) logRef.current.scrollTop = logRef.current.scrollHeight;
  }, [sentMessages, isTyping]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (draft.trim() === '') return;
    const link = messagingLink({ sendUrl, phone, text: draft });
    window.open(link, '_blank', 'noopener');
    onSubmit?.(event, draft);
    setSentMessages([...sentMessages, { id: sentMessages.length, text: draft, time: new Date().toISOString(), link }]);
    setDraft('');
  };

  const lastLink = sentMessages.at(-1)?.link;
  return (
    <dialog ref={chatRef} id={id} className="chat-dialog" open={isOpen} tabIndex={-1} aria-label={t('label', { name: accountName })}>
      <div className="chat-head">
        <span className="chat-initial" aria-hidden="true">
          {Array.from(accountName)[0]}
        </span>
        <div>
          <p className="chat-name">{accountName}</p>
          <p className="chat-status">{t('online')}</p>
        </div>
      </div>
      <div ref={logRef} className="chat-log" role="log">
        {isTyping ? (
          <p className="chat-bubble chat-typing">
            <span className="visually-hidden">{t('typing', { name: accountName })}</span>
            <span aria-hidden="true" />
            <span aria-hidden="true" />
            <span aria-hidden="true" />
          </p>
        ) : (
          <>
            <Bubble author={accountName} text={messageBody} time={messageTime} />
            {hours.length > 0 && <p className="chat-hours">{t('hours', { hours: hours.join(' · ') })}</p>}
          </>
        )}
        {sentMessages.map(({ id: messageId, text, time }) => (
          <Bubble key={messageId} author={t('you')} text={text} time={time} isOwn />
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
            ref={fieldRef}
            className="form-control"
            type="text"
            name="message"
            value={draft}
            placeholder={placeholder}
            aria-label={t('field')}
            aria-describedby={hintId}
            autoComplete="off"
            enterKeyHint="send"
            dir="auto"
            onChange={(event) => setDraft(event.target.value)}
          />
          <button type="submit" aria-label={t('send')}>
            <Icon name="send" />
          </button>
        </div>
        <p id={hintId} className="chat-hint">
          {/whatsapp|\/\/wa\.me/.test(sendUrl) ? t('hintWhatsApp') : t('hint')}
        </p>
      </form>
    </dialog>
  );
};
