import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';

/** Takes the reader to the enquiry at the foot of the page: its heading comes to the top and has the focus, its first field is next. */
export const RegisterButton = ({ place }: { readonly place: RefObject<HTMLHeadingElement | null> }) => {
  const { t } = useTranslation('partners');
  return (
    <button
      type="button"
      className="btn btn-primary btn-lg"
      onClick={() => {
        place.current?.focus({ preventScroll: true });
        place.current?.scrollIntoView({ block: 'start' });
      }}
    >
      {t('register')}
    </button>
  );
};
