import { type ReactNode, useCallback } from 'react';
import { useLocation } from 'react-router-dom';
import { useViewHeading } from '#shared/hooks/use-view-heading.ts';
import { PageTitle } from '#shared/page-title.tsx';
import { shop } from '#shared/shop.ts';
import { Said } from './said.tsx';

type DeskHeadingProps = {
  readonly title: string;
  /** What the page says of itself, below its title. */
  readonly lead?: ReactNode;
  /** What the page shows, where a press changes it: the title takes the focus then. */
  readonly view?: string;
  /** Links and buttons for the whole page. */
  readonly children?: ReactNode;
};

/**
 * The ref of the title. It takes the focus when `view` changes, and where it replaces the title of a page that was still loading, which had the
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
export const DeskHeading = ({ title, lead, view = '', children }: DeskHeadingProps) => (
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
    <Said />
  </>
);
