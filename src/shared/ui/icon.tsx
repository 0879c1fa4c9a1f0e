/** SVG paths on a 24 × 24 grid. */
const iconPaths = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  cross: 'M6 6l12 12M18 6L6 18',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L20 20',
  heart: 'M12 20s-7.5-4.6-7.5-10.2A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 2.8C19.5 15.4 12 20 12 20z',
  compare: 'M12 4v16M7 20h10M5 7h14M5 7l-2.5 7h5zM19 7l-2.5 7h5zM2.5 14a2.5 2.5 0 0 0 5 0M16.5 14a2.5 2.5 0 0 0 5 0',
  truck:
    'M2.5 6h11v10h-11zM13.5 9.5h4l3.5 3.5v3h-7.5M7 18.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM17.5 18.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6z',
  basket: 'M4 9h16l-1.6 10.5H5.6zM8.5 9L12 3.5 15.5 9',
  filter: 'M4 7h16M7 12h10M10 17h4',
  twoColumns: 'M4.5 5h6v14h-6zM13.5 5h6v14h-6z',
  threeColumns: 'M3 5h4.5v14H3zM9.75 5h4.5v14h-4.5zM16.5 5H21v14h-4.5z',
  fourColumns: 'M3 5h3v14H3zM8 5h3v14H8zM13 5h3v14h-3zM18 5h3v14h-3z',
  rows: 'M4 5h5v5H4zM4 14h5v5H4zM12.5 7.5H20M12.5 16.5H20',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  back: 'M15 6l-6 6 6 6',
  forward: 'M9 6l6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.2',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17v.2',
  phone: 'M6 3.5h3.5l1.5 4.5-2 1.5a12 12 0 0 0 5.5 5.5l1.5-2 4.5 1.5V18a2.5 2.5 0 0 1-2.5 2.5A16 16 0 0 1 3.5 6 2.5 2.5 0 0 1 6 3.5z',
  mail: 'M3.5 5.5h17v13h-17zM3.5 6.5l8.5 7 8.5-7',
  chat: 'M4 5h16v11.5h-8.5L7 20.5v-4H4zM8.5 9.5h7M8.5 12.5h4',
  send: 'M20.5 3.5L3.5 10.5l6.5 3.5 3.5 6.5zM10 14l4.5-4.5',
  bin: 'M5 7h14M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  vase: 'M9 3.5h6M9.5 3.5c0 4-4.5 5.6-4.5 10.2 0 3.3 2 6.8 3.5 6.8h7c1.5 0 3.5-3.5 3.5-6.8 0-4.6-4.5-6.2-4.5-10.2M5.4 12h13.2',
  tag: 'M3.5 12V4.5a1 1 0 0 1 1-1H12l8.5 8.5-8.5 8.5zM8 8v.2',
  parcel: 'M3.5 8L12 3.5 20.5 8v8.5L12 21l-8.5-4.5zM3.5 8l8.5 4.5L20.5 8M12 12.5V21',
  returns: 'M4 9h11a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6.5h14V13',
  facebook: 'M14 8.5V7c0-1 .4-1.5 1.6-1.5H17.5V3h-2.7C12 3 11 4.5 11 6.7v1.8H9V11.5h2V21h3v-9.5h2.5l.5-3z',
  tiktok: 'M13 4v10.8a3.2 3.2 0 1 1-3.2-3.2M13 4c.3 2.6 2 4.3 4.8 4.5',
  instagram: 'M4.5 4.5h15v15h-15zM12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM16.5 7.3v.2',
} as const;

export type IconName = keyof typeof iconPaths;

/** Icons that point in the direction of reading: mirrored in right-to-left languages. */
const directional: readonly IconName[] = ['back', 'forward', 'returns', 'rows', 'truck'];

/** A decorative icon, hidden from screen readers: the control that holds it has the accessible name. */
export const Icon = ({ name, isFilled = false }: { readonly name: IconName; readonly isFilled?: boolean }) => (
  <svg
    className={directional.includes(name) ? 'icon icon-directional' : 'icon'}
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill={isFilled ? 'currentColor' : 'none'}
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={iconPaths[name]} />
  </svg>
);

/** A dot of a colour. An SVG, because the content security policy forbids style attributes. */
export const Swatch = ({ hex }: { readonly hex: string }) => (
  <svg className="swatch" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <circle cx="8" cy="8" r="7.5" fill={/^#[0-9a-f]{3,8}$/i.test(hex) ? hex : 'none'} stroke="currentColor" strokeOpacity="0.35" />
  </svg>
);
