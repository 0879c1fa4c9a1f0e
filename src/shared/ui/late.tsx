import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** What stands in for a part that could not be fetched. */
const Lost = ({ onRetry }: { readonly onRetry: () => void }) => {
  const { t } = useTranslation('common');
  return (
    <div className="note note-danger" role="alert">
      <Icon name="warning" />
      <p>{t('failure.network')}</p>
      <button type="button" className="btn btn-outline-primary" onClick={onRetry}>
        {t('retry')}
      </button>
    </div>
  );
};

/**
 * A part of a screen that is fetched when it is first wanted: never in a first view. Nothing shows until it is there, and where it
 * cannot be fetched a sentence says so and offers to try again, while the rest of the screen stays. `namespaces` are those of its words that
 * its screen may not have loaded. They are loaded beside its code: a part that suspends for them is shown 300 ms late, because React throttles
 * retries of a Suspense boundary.
 */
export const late = <Props extends object>(load: () => Promise<ComponentType<Props>>, namespaces: readonly string[] = []) => {
  let loaded: ComponentType<Props> | undefined;

  return (props: Props) => {
    const { i18n } = useTranslation('common');
    const [Part, setPart] = useState(() => (namespaces.every((name) => i18n.hasLoadedNamespace(name)) ? loaded : undefined));
    const [isLost, setIsLost] = useState(false);
    useEffect(() => {
      if (Part || isLost) return;
      Promise.all([load(), i18n.loadNamespaces(namespaces)]).then(
        ([part]) => {
          loaded = part;
          setPart(() => part);
        },
        () => setIsLost(true),
      );
    }, [Part, isLost, i18n]);
    if (Part) return <Part {...props} />;
    return isLost ? <Lost onRetry={() => setIsLost(false)} /> : null;
  };
};
