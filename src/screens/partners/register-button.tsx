import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/** Scrolls to the enquiry form and focuses its heading, so that Tab leads to the first field. */
export const RegisterButton = ({ headingRef }: { readonly headingRef: RefObject<HTMLHeadingElement | null> }) => {
  const { t } = useTranslation('partners');
  return (
    <button
      type="button"
      className="btn btn-primary btn-lg"
      onClick={() => {
        headingRef.current?.focus({ preventScroll: true });
        headingRef.current?.scrollIntoView({ block: 'start' });
      }}
    >
      {t('register')}
    </button>
  );
};
