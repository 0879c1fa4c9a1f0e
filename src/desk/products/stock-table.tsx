import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type CountedStock, type StockRow, stockCount } from '#contract/desk/products.ts';
import { callTo } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { type ApiError, isTransient } from '#shared/api/api-error.ts';
import { browserStorage, parseStored } from '#shared/browser-storage.ts';
import { ErrorNote } from '#shared/ui/failure-note.tsx';

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/** Enter and the arrow keys move to the next or previous field of the table, as in a spreadsheet; a field is saved when it is left. */
const move = (event: KeyboardEvent<HTMLInputElement>) => {
  const step = steps[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('table')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  if (next) next.focus();
  else event.currentTarget.blur();
};

type CountedRowProps = {
  readonly row: StockRow;
  /** What is counted. */
  readonly name: string;
  readonly onShow: () => void;
};

/** `seen` is the stock shown when the number was typed, which the server compares with the current stock. */
type CountDraft = { readonly text: string; readonly seen: StockRow['seen'] };

/** Why a count is not saved with which nothing is wrong: it can be sent again as it is. Undefined for any other reason. */
const unsentReason = (failure: ApiError): 'unsent' | 'signedOut' | 'busy' | undefined => {
  if (failure.status === 401) return 'signedOut';
  if (!isTransient(failure)) return undefined;
  return failure.status === 429 ? 'busy' : 'unsent';
};

/** A count that could not be sent, kept in this tab. */
const unsentCount = (key: string) => browserStorage('sessionStorage', `flone:desk-count:${key}`);

const storedCount = (key: string): CountDraft | undefined => {
  const stored = parseStored(unsentCount(key).read(), stockCount);
  return stored && { text: String(stored.onShelf), seen: stored.seen };
};

const isCount = (text: string): boolean => /^\s*\d{1,6}\s*$/.test(text);

const CountedRow = ({ row: given, name, onShow }: CountedRowProps) => {
  const { t } = useTranslation('desk-products');
  const [countDraft, setCountDraft] = useState(() => storedCount(given.key));
  const [unsent, setUnsent] = useState(countDraft && ('unsent' as ReturnType<typeof unsentReason>));
  const isUnsent = unsent !== undefined;
  const typedRef = useRef(countDraft);
  const inputRef = useRef<HTMLInputElement>(null);
  const keep = (now?: CountDraft) => {
    typedRef.current = now;
    setCountDraft(now);
  };
  const [countResult, setCountResult] = useState<CountedStock & { readonly of: StockRow }>();
  const { change, isBusy, note } = useChange(() => {
    keep();
    unsentCount(given.key).remove();
    onShow();
  });
  const shownResult = countResult?.of === given ? countResult : undefined;
  const row = shownResult?.counter ?? given;
  const isWrong = countDraft !== undefined && !isCount(countDraft.text);
  /** Saves the number. One typed during a save is saved after it: when the field is left, or at once if it was left already. */
  const save = async (): Promise<void> => {
    const sent = typedRef.current;
    if (!sent || isBusy || !isCount(sent.text)) return;
    let goesOn = false;
    const onDone = (answer: CountedStock) => {
      setCountResult({ ...answer, of: given });
      const left = typedRef.current;
      if (!left || left.text === sent.text) return keep();
      keep({ ...left, seen: answer.counter.seen });
      goesOn = document.activeElement !== inputRef.current;
    };
    const count = { key: row.key, onShelf: Number(sent.text), seen: sent.seen };
    const failure = await change(callTo(deskEndpoints.countStock, count), { onDone });
    const reason = failure && unsentReason(failure);
    setUnsent(reason);
    if (reason) unsentCount(row.key).write(JSON.stringify(count));
    else unsentCount(row.key).remove();
    if (goesOn) await save();
  };
  // Once there is a connection: at once after a reload, or when the browser tells.
  const saveAgain = useEffectEvent(() => void save());
  useEffect(() => {
    if (!isUnsent) return undefined;
    const again = () => saveAgain();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isUnsent]);
  useEffect(() => {
    if (navigator.onLine) saveAgain();
  }, []);
  const words = shownResult && [
    t('count.saved'),
    shownResult.sold > 0 && t('count.sold', { count: shownResult.sold }),
    shownResult.missing > 0 && t('count.missing', { count: shownResult.missing }),
  ];
  return (
    <>
      <tr>
        <th scope="row">{name}</th>
        <td>
          <input
            ref={inputRef}
            className="form-control"
            inputMode="numeric"
            autoComplete="off"
            aria-label={t('count.field', { name })}
            aria-invalid={isWrong}
            aria-busy={isBusy}
            value={countDraft?.text ?? String(row.onShelf)}
            onChange={({ target }) => keep({ seen: row.seen, ...typedRef.current, text: target.value })}
            onFocus={({ target }) => target.select()}
            onKeyDown={move}
            onBlur={() => void save()}
          />
        </td>
        <td>{row.seen.promised}</td>
        <td>
          <strong>{row.toSell}</strong>
        </td>
      </tr>
      <tr className="desk-count-said">
        <td colSpan={4}>
          <p role="status">{isBusy ? t('count.saving') : !countDraft && words?.filter(Boolean).join(' ')}</p>
          {isWrong && <p className="field-error">{t('count.wrong')}</p>}
          {unsent && !isBusy ? <ErrorNote text={t(`count.${unsent}`)} action={t('count.again')} onRetry={() => void save()} /> : note}
        </td>
      </tr>
    </>
  );
};

type StockTableProps = {
  readonly caption: string;
  readonly rows: readonly Pick<CountedRowProps, 'row' | 'name'>[];
  readonly onShow: () => void;
};

/** What is on the shelf, each number a field: a count that holds while people buy. */
export const StockTable = ({ caption, rows, onShow }: StockTableProps) => {
  const { t } = useTranslation('desk-products');
  return (
    <table className="desk-table desk-count">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('count.what')}</th>
          <th scope="col">{t('count.shelf')}</th>
          <th scope="col">{t('count.promised')}</th>
          <th scope="col">{t('columns.toSell')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CountedRow key={row.row.key} {...row} onShow={onShow} />
        ))}
      </tbody>
    </table>
  );
};
