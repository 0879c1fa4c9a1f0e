import type { To } from 'react-router-dom';
import { Link } from '#shared/ui/link.tsx';

type View = { readonly key: string; readonly title: string; readonly count: number | undefined; readonly to: To };
export const ViewTabs = ({
  label,
  views,
  current,
}: {
  readonly label: string;
  readonly views: readonly View[];
  readonly current: string;
}) => (
  <nav className="views" aria-label={label}>
    {views.map(({ key, title, count, to }) => (
      <Link key={key} to={to} aria-current={key === current ? 'page' : undefined}>
        {title} {count ? <small>{count}</small> : null}
      </Link>
    ))}
  </nav>
);
