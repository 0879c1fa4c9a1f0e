import { Link } from '#shared/ui/link.tsx';

type View = {
  readonly key: string;
  readonly title: string;
  /** How many wait in it. */
  readonly count?: number | undefined;
};

type ViewTabsProps = { readonly label: string; readonly views: readonly View[]; readonly current: string };

/** The views of a list as links, `?view=KEY`. */
export const ViewTabs = ({ label, views, current }: ViewTabsProps) => (
  <nav className="desk-views" aria-label={label}>
    {views.map(({ key, title, count }) => (
      <Link key={key} to={{ search: `?view=${key}` }} aria-current={key === current ? 'page' : undefined}>
        {title}
        {count !== undefined && count > 0 && <small>{count}</small>}
      </Link>
    ))}
  </nav>
);
