import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** What stands in for a part that could not be fetched. */
const Lost = () => {
  const { t } = useTranslation('common');
  return (
    <p className="note note-danger" role="alert">
      {t('failure.network')}
    </p>
  );
};

/**
 * A part of a screen that is fetched when it is first wanted: never in a first view. Nothing shows until it is there, and where it
 * cannot be fetched a sentence says so, while the rest of the screen stays.
 */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | undefined;

  return (props: Props) => {
    const [Part, setPart] = useState(() => loaded);
    const [isLost, setIsLost] = useState(false);
    useEffect(() => {
      if (Part) return;
      load().then(
        (part) => {
          loaded = part;
          setPart(() => part);
        },
        () => setIsLost(true),
      );
    }, [Part]);
    if (Part) return <Part {...props} />;
    return isLost ? <Lost /> : null;
  };
};
