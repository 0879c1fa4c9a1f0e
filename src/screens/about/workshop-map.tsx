import { useTranslation } from 'react-i18next';

/**
 * The outline of Great Britain, simplified by hand: a degree of longitude is 29 units wide and one of latitude 50 high, which keeps its
 * shape at 54° N.
 */
const coast =
  'M58 436l14 6 5-9 7-4 17-5 17 5 4-12 3-8 13-5 14 10 1-5 11 2 3-6 11-1 5-7 8 4 9 3 19-5 12 4 10-6 10-3 11-10 3-12-12 0-8' +
  '-4-7-3 8-2 5-4 6-8 3-8 9-8 5-19-2-12-11-11-23-1-4 8-9-5 8-12-2-11-7-9-9-8 11 5-7-15 2-11-9-8-6-11-13-6-4-4-5-10-2-6-4-' +
  '16-4-14-9-8-4-6-11-5-6-3-13 4-8-2 10-5 9-4 6-4-6-4-7-5 13-5 4-8 8-12 3-10 9-18-7-9-15 1-22-2-17 6-10 5 6-9 7-10-7 0 1-' +
  '5 9-7 17-16 1-10-10-2-18 5-17 0-12-3-2 9-9 11 8 13-20 6 3 7-4 14 4 8-4 14-11 14 14 11 7 4-2 17-3 19-3 19 7-3 4-24 10 0' +
  ' 6-5-1 9 2 7 5 9-7 11-8 11 8 19 2-11 12 9 0-9 10 4 13-5 16-5-10 5-7 18 11 22 11-5-1 7-4 5 0 14 0 11-3 6-10-1-11 0-7 5-' +
  '5-9-8 1-3 4 8 9-5 10-6 7 8 0 9-6 2 3 2 7 0 9-1 7-8 9-10 5-11 4-7 8 2 8 2 2 7 4 7-3 11-1 0 6 10-1 8 5 13 5 9-9 8-3 5-5-' +
  '7 11-9 9 1 5-13 0-10-2-9 2-3 9-9 1-1 9-6 8-8 6-6 12-4 4-9 5z' +
  'M30 67l11-12 4 12 12 10-6 11-12-7z' +
  'M39 124l2-14 11 4 7 5-5 5z' +
  'M36 155l5-9 16-12-6 15-3 10z' +
  'M68 165l2-10 5 5-1 8z' +
  'M17 50l2-20 25-15-2 15-10 15z' +
  'M7 85l-1-25 11-3-4 28z' +
  'M177 407l9-6 6 5-6 5z';

const labelAt = { start: 10, end: -10 } as const;

/** Positions of the workshops on the map, and the side of each name. */
const spots = [
  { id: 'ludlow', x: 144, y: 322, anchor: 'start' },
  { id: 'penryn', x: 75, y: 431, anchor: 'start' },
  { id: 'evesham', x: 167, y: 335, anchor: 'start' },
  { id: 'machynlleth', x: 112, y: 310, anchor: 'end' },
  { id: 'hay', x: 133, y: 336, anchor: 'end' },
  { id: 'hawick', x: 142, y: 169, anchor: 'end' },
  { id: 'stroud', x: 159, y: 352, anchor: 'start' },
  { id: 'hebden', x: 165, y: 253, anchor: 'start' },
  { id: 'hexham', x: 162, y: 191, anchor: 'start' },
  { id: 'kendal', x: 144, y: 223, anchor: 'end' },
] as const;

/** The ids of the workshops below `workshops` in about.json. */
export const workshops = spots.map(({ id }) => id);

/** A map with the workshops as dots; the table next to it says what each makes. */
export const WorkshopMap = () => {
  const { t } = useTranslation('about');
  return (
    <svg className="workshop-map" viewBox="-12 0 300 450" role="img" aria-label={t('workshops.map')}>
      <path d={coast} />
      {spots.map(({ id, x, y, anchor }) => (
        <g key={id}>
          <circle cx={x} cy={y} r="4" />
          <text x={x + labelAt[anchor]} y={y + 4} textAnchor={anchor}>
            {t(`workshops.${id}.place`).split(',')[0]}
          </text>
        </g>
      ))}
    </svg>
  );
};
