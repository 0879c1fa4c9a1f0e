import { useSearchParams } from 'react-router-dom';
import { Link } from '#shared/ui/link.tsx';

/** The view of a list that the address names, the first for any other; `?view=KEY`. */
export const useView = <View extends string>(views: readonly [View, ...View[]], parameter = 'view'): View => {
  const [params] = useSearchParams();
  return views.find((view) => view === params.get(parameter)) ?? views[0];
};

type ViewTabsProps<View extends string> = {
  readonly label: string;
  readonly views: readonly View[];
  readonly titleOf: (view: View) => string;
  /** How many wait in each. */
  readonly counts?: Readonly<Partial<Record<View, number>>> | undefined;
  readonly current: View;
};

/** The views of a list as links. */
export const ViewTabs = <View extends string>({ label, views, titleOf, counts, current }: ViewTabsProps<View>) => (
  <nav className="desk-views" aria-label={label}>
    {views.map((view) => {
      const count = counts?.[view] ?? 0;
      return (
        <Link key={view} to={{ search: `?view=${view}` }} aria-current={view === current ? 'page' : undefined}>
          {titleOf(view)}
          {count > 0 && <small>{count}</small>}
        </Link>
      );
    })}
  </nav>
);
