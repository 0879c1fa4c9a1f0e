import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { useShop } from '#shared/shop.tsx';
import { Link } from '#shared/ui/link.tsx';
import { DeskIcon } from './desk-icon.tsx';

type BackProps = {
  /** The URL of the list, and its name. */
  readonly to: string;
  readonly title: string;
  /** The keys of the list's loaded rows, including this page's, and the URL of each. */
  readonly keys?: readonly string[];
  readonly current?: string;
  readonly pathOf?: (key: string) => string;
};

/**
 * Navigation above the heading of a page that belongs to a list: the way back, "To send, 3 of 9", and the previous and next page. After an item that
 * has just left the list, next is the first item of the list.
 */
export const BackLinks = ({ to, title, keys = [], current = '', pathOf = String }: BackProps) => {
  const { t } = useTranslation('desk');
  const at = keys.indexOf(current);
  const [previous, next] = [keys[at - 1], keys[at + 1]];
  return (
    <p className="desk-back">
      <DeskIcon name="back" />
      <Link to={to}>{at < 0 ? title : t('back.place', { title, at: at + 1, count: keys.length })}</Link>
      {previous !== undefined && <Link to={pathOf(previous)}>{t('back.previous')}</Link>}
      {next !== undefined && <Link to={pathOf(next)}>{t('back.next')}</Link>}
    </p>
  );
};

type MessageState = { readonly message: string; readonly say: (text: string) => void };

const MessageContext = createContext<MessageState>({ message: '', say: () => undefined });

/** Shows a message about what was done in the bar at the foot. To show it on the next page, use `navigate(path, { state: { message: said } })`. */
export const useSay = () => useContext(MessageContext).say;

/** Wraps the pages; a message is shown only on the page that it is about. */
export const MessageProvider = ({ children }: { readonly children: ReactNode }) => {
  const { key: page, state } = useLocation();
  const [last, setLast] = useState({ page, text: '' });
  const message = last.page === page ? last.text : ((state as { readonly message?: string } | null)?.message ?? '');
  return <MessageContext value={{ message, say: (text) => setLast({ page, text }) }}>{children}</MessageContext>;
};

/** The message of the last change, in a bar at the foot until it is closed or another page is opened. */
export const LastMessage = () => {
  const { t } = useTranslation('common');
  const { message, say } = useContext(MessageContext);
  const close = () => {
    // The close button is about to disappear: the heading takes its focus.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    say('');
  };
  return (
    <div className={message === '' ? 'visually-hidden' : 'desk-said-bar'}>
      <p role="status">{message}</p>
      {message !== '' && (
        <button type="button" className="icon-button" aria-label={t('close')} onClick={close}>
          <DeskIcon name="cross" />
        </button>
      )}
    </div>
  );
};

type DeskHeadingProps = {
  readonly title: string;
  /** A sentence below the title. */
  readonly lead?: ReactNode;
  /** A key of what the page shows; when it changes after a press, the title takes the focus. */
  readonly view?: string;
  /** Links and buttons for the whole page. */
  readonly children?: ReactNode;
};

/**
 * The ref of the title. It takes the focus when `view` changes, and when it replaces the title of a page that was still loading, which had the
 * focus after a navigation.
 */
const useTitle = (view: string) => {
  const viewRef = useViewHeading(view);
  const isFirstPage = useLocation().key === 'default';
  return useCallback(
    (title: HTMLHeadingElement | null) => {
      viewRef(title);
      if (!isFirstPage && document.activeElement === document.body) title?.focus({ preventScroll: true });
    },
    [viewRef, isFirstPage],
  );
};

/** The title of a page of the desk, in the document's title as well. */
export const DeskHeading = ({ title, lead, view = '', children }: DeskHeadingProps) => {
  const shop = useShop();
  return (
    <div className="desk-head">
      <PageTitle title={title} titleTemplate={shop.name} />
      <div>
        <h1 ref={useTitle(view)} tabIndex={-1}>
          {title}
        </h1>
        {lead !== undefined && <p className="desk-lead">{lead}</p>}
      </div>
      {children !== undefined && <div className="desk-actions">{children}</div>}
    </div>
  );
};
