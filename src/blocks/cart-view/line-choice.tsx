import { useTranslation } from 'react-i18next';

/** The chosen colour and size of a line of a cart or an order; nothing without either. */
export const LineChoice = ({ color, size }: { readonly color: string | undefined; readonly size: string | undefined }) => {
  const { t } = useTranslation('common');
  if (!color && !size) return null;
  return (
    <p className="line-choice">
      {color && <span>{t('line.colour', { name: color })}</span>} {size && <span>{t('line.size', { name: size })}</span>}
    </p>
  );
};
