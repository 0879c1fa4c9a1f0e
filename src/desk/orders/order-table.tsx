import { useTranslation } from 'react-i18next';
import type { OrderRow } from '#contract/desk/orders.ts';
import { DeskIcon } from '#desk/parts/desk-icon.tsx';
import { Thumb } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { DueText } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';
import { orderPaths, parcelKey } from './order-paths.ts';
import { useOrderTexts } from './order-texts.ts';

const flagIcons = {
  buyerNote: 'note',
  gift: 'gift',
  giftWrap: 'gift',
  staffNote: 'note',
  message: 'chat',
  refund: 'returns',
  voucher: 'tag',
} as const;

const maxPictures = 2;

/** Small pictures of the goods, and what they are. */
const Goods = ({ row }: { readonly row: OrderRow }) => {
  const { t } = useTranslation('desk-orders');
  const { goods } = useOrderTexts();
  const flags = [
    ...(row.replacement === null ? [] : [{ icon: 'returns', text: t('flags.replacement') } as const]),
    ...(row.way === '' ? [] : [{ icon: 'truck', text: row.way } as const]),
    ...row.flags.map((flag) => ({ icon: flagIcons[flag], text: t(`flags.${flag}`) })),
  ];
  const pictures = [...new Set(row.goods.map(({ picture }) => picture))].slice(0, maxPictures);
  return (
    <div className="desk-goods">
      <span className="desk-thumbs">
        {pictures.map((src) => (
          <Thumb key={src} src={src} sizes="44px" />
        ))}
      </span>
      <div>
        <span>{goods(row)}</span>
        {row.cancelled && <p className="desk-due is-late">{t('cancelled', { units: row.cancelled })}</p>}
        {flags.length > 0 && (
          <ul className="desk-flags">
            {flags.map(({ icon, text }) => (
              <li key={text} className="desk-flag">
                <DeskIcon name={icon} />
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
};

type OrderTableProps = {
  readonly rows: readonly OrderRow[];
  readonly caption: string;
  /** The query of this list. */
  readonly list: URLSearchParams;
  readonly chosen: readonly string[];
  readonly onChoose: (keys: readonly string[]) => void;
  readonly onToggle: (key: string) => void;
};

/** Orders, each with a box to choose it; on a phone a row is a card, and the whole of it opens the order. */
export const OrderTable = ({ rows, caption, list, chosen, onChoose, onToggle }: OrderTableProps) => {
  const { t } = useTranslation('desk-orders');
  const formatPounds = usePounds();
  const keys = rows.map(parcelKey);
  const isAllChosen = keys.every((key) => chosen.includes(key));
  return (
    <table className="desk-orders">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">
            <label className="desk-pick">
              <input type="checkbox" checked={isAllChosen} onChange={() => onChoose(isAllChosen ? [] : keys)} />
              <span className="desk-pick-all">{t('choose.all')}</span>
            </label>
          </th>
          <th scope="col">{t('columns.order')}</th>
          <th scope="col">{t('columns.goods')}</th>
          <th scope="col">{t('columns.postBy')}</th>
          <th scope="col">{t('columns.state')}</th>
          <th scope="col">{t('columns.total')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = parcelKey(row);
          const isChosen = chosen.includes(key);
          return (
            <tr key={key} className={isChosen ? 'is-chosen' : undefined}>
              <td>
                <label className="desk-pick">
                  <input type="checkbox" checked={isChosen} onChange={() => onToggle(key)} />
                  <span className="visually-hidden">{t('choose.one', { buyer: row.buyer, id: row.id })}</span>
                </label>
              </td>
              <th scope="row">
                <Link to={orderPaths.one(row.id, list)}>{row.buyer}</Link>
                <span>{row.id}</span>
              </th>
              <td>
                <Goods row={row} />
              </td>
              <td>
                <DueText postBy={row.postBy} isLate={row.isLate} />
              </td>
              <td>
                <StateMark status={row.status} />
              </td>
              <td>{formatPounds(row.total)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
