/** SVG paths of icons that only the desk has, on the grid of `Icon`. */
const iconPaths = {
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  gift: 'M4 11h16v9H4zM3 7.5h18V11H3zM12 7.5V20M12 7.5C9 7.500 7.500 6.500 7.500 5.200S10.500 3 12 7.500C13.500 3 16.500 3.900 16.500 5.200S15 7.500 12 7.500z',
  note: 'M5 4h14v11l-5 5H5zM19 15h-5v5M8.500 8.500h7M8.500 12h4',
  print: 'M7 9V3.500h10V9M7 17.500H4V9h16v8.500h-3M7 14h10v6.500H7z',
} as const;

export type DeskIconName = keyof typeof iconPaths;

/** As `Icon`, for the desk alone. */
export const DeskIcon = ({ name }: { readonly name: DeskIconName }) => (
  <svg
    className="icon"
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
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
