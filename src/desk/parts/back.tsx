import { useTranslation } from 'react-i18next';
import { Link } from '#shared/ui/link.tsx';
import { DeskIcon } from './desk-icon.tsx';

type BackProps = {
  /** The address of the list, and what it is called. */
  readonly to: string;
  readonly title: string;
  /** The keys of its rows as far as they are loaded, this page's among them, and the address of each. */
  readonly keys?: readonly string[];
  readonly current?: string;
  readonly pathOf?: (key: string) => string;
};

/**
 * Above the heading of a page that belongs to a list: the way back, "To send, 3 of 9", and the previous and next one. What has just left the list
 * is followed by the first that is left in it.
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
