import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDismiss } from '#shared/hooks/use-dismiss.ts';
import { DeskIcon } from './desk-icon.tsx';

/** What is rarely done on a page, behind "More": one list item each. `children` get the function that closes it. */
export const MoreMenu = ({ children }: { readonly children: (close: () => void) => ReactNode }) => {
  const { t } = useTranslation('desk');
  const menuRef = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  useDismiss(menuRef, isOpen, close);
  return (
    <details ref={menuRef} className="desk-menu" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="btn btn-outline-primary">
        {t('nav.more')}
        <DeskIcon name="down" />
      </summary>
      <ul>{children(close)}</ul>
    </details>
  );
};
