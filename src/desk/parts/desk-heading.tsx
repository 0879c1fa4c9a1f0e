import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { shop } from '#shared/shop.ts';
import { Link } from '#shared/ui/link.tsx';
import { DeskIcon } from './desk-icon.tsx';

type BackProps = {
  /** The URL of the list, and what it is called. */
  readonly to: string;
  readonly title: string;
  /** The keys of its rows as far as they are loaded, this page's among them, and the URL of each. */
  readonly keys?: readonly string[];
  readonly current?: string;
  readonly pathOf?: (key: string) => string;
};

/**
 * Above the heading of a page that belongs to a list: the way back, "To send, 3 of 9", and the previous and next one. After an item that has just
 * left the list comes the first that is still in it.
 */
export const Back = ({ to, title, keys = [], current = '', pathOf = String }: BackProps) => {
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

type Saying = { readonly said: string; readonly say: (text: string) => void };

const SayingContext = createContext<Saying>({ said: '', say: () => undefined });

/** Announces below the title what was done. To announce it on the next page: `navigate(path, { state: { said } })`. */
export const useSay = () => useContext(SayingContext).say;

/** Around the pages: what is said is about the page on which it was said. */
export const SayingProvider = ({ children }: { readonly children: ReactNode }) => {
  const { key: page, state } = useLocation();
  const [last, setLast] = useState({ page, text: '' });
  const said = last.page === page ? last.text : ((state as { readonly said?: string } | null)?.said ?? '');
  return <SayingContext value={{ said, say: (text) => setLast({ page, text }) }}>{children}</SayingContext>;
};

const Said = () => {
  const { said } = useContext(SayingContext);
  return <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>;
};

type DeskHeadingProps = {
  readonly title: string;
  /** Text below the title. */
  readonly lead?: ReactNode;
  /** What the page shows, where a press changes it: the title takes the focus then. */
  readonly view?: string;
  /** Whether another title replaces this one once the page is loaded, and announces what was done. */
  readonly isLoading?: boolean;
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

/** The title of a page of the desk, in the document's title as well, and what was done last. */
export const DeskHeading = ({ title, lead, view = '', isLoading = false, children }: DeskHeadingProps) => (
  <>
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
    {!isLoading && <Said />}
  </>
);
