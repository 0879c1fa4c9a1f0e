import { Icon, type IconName } from '#shared/ui/icon.tsx';

/** SVG paths on a 24 × 24 grid, of what only the desk shows. */
const iconPaths = {
  today: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8M8.5 15l2.5 2.5 4.5-4.5',
  copy: 'M9 8h11v12.5H9zM15 8V3.5H4V16h5',
  print: 'M7 8V3.5h10V8M7 17H4V8h16v9h-3M7 14h10v6.5H7z',
  drag: 'M8.5 6h1M14.5 6h1M8.5 12h1M14.5 12h1M8.5 18h1M14.5 18h1',
  note: 'M5 4h14v10.5L13.5 20H5zM13.5 20v-5.5H19M8.5 8.5h7M8.5 12h4',
  gift: 'M4 11h16v9.5H4zM3 7.5h18V11H3zM12 7.5v13M12 7.5c-4.5 0-5-4-2.8-4S12 7.5 12 7.5zM12 7.5c4.5 0 5-4 2.8-4S12 7.5 12 7.5z',
  people: 'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 11.2a3 3 0 1 0-.8-5.7M18 14.2a6 6 0 0 1 3.5 5.8',
  figures: 'M4 20.5h16M6.5 17v-5M12 17V4M17.5 17V8.5',
  settings: 'M4 7h9M19 7h1M4 17h1M11 17h9M16 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM8 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  more: 'M4 7h16M4 12h16M4 17h16',
} as const;

type OwnIcon = keyof typeof iconPaths;

const isOwn = (name: OwnIcon | IconName): name is OwnIcon => name in iconPaths;

/** A decorative icon, of the desk or of the shop. Those of the desk are not among the shop's, which shoppers download. */
export const DeskIcon = ({ name }: { readonly name: OwnIcon | IconName }) =>
  isOwn(name) ? (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d={iconPaths[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  ) : (
    <Icon name={name} />
  );
