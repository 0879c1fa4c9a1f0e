import { type RefCallback, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { ukTime } from '#contract/delivery-dates.ts';
import { formatNumber } from '#contract/locale.ts';
import type { Order } from '#contract/order.ts';
import type { CancellationDeclaration, CancellationReceipt } from '#contract/refund.ts';
import { daysToRefund, daysToSendBack } from '#contract/terms.ts';
import { itemName, namesOfUnits } from '#features/orders/order-texts.ts';
import { useOrder } from '#features/orders/use-order.ts';
import { useDeclareCancellationMutation } from '#features/refunds/refunds-api.ts';
import { asApiError } from '#shared/api/api-error.ts';
import { formatDate, formatLongDay, formatTime } from '#shared/format-date.ts';
import { useOutcomeHeading } from '#shared/hooks/use-view-heading.ts';
import { paths } from '#shared/paths.ts';
import { ErrorNote, FailureNote } from '#shared/ui/failure-note.tsx';
import { Checkbox, SelectField } from '#shared/ui/field.tsx';
import { FormSummary, SubmitButton } from '#shared/ui/form-summary.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useForm } from '#shared/ui/use-form.ts';

type DeclaredItems = CancellationDeclaration['items'];
type Cancellable = NonNullable<Order['cancellable']>;

export const countTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

export const isCancellationPeriodOver = ({ until }: Cancellable): boolean => until !== undefined && ukTime(new Date()).day > until;

/** For an order that is not sent yet: says what happens to the parcel. */
const UnsentNote = ({ order: { _id, status } }: { readonly order: Order }) => {
  const { t } = useTranslation('refund');
  if (status === 'processing') return <p>{t('declare.packing')}</p>;
  return (
    <p>
      {t('declare.whole')} <Link to={paths.orderStatusOf(_id)}>{t('sheet.back')}</Link>
    </p>
  );
};

const isPaidAndUnsent = ({ status }: Order): boolean => status === 'confirmed' || status === 'processing';

/** Items that a link to the declaration selects in advance. */
export type ChosenItems = { readonly chosen: readonly Pick<DeclaredItems[number], 'itemId' | 'quantity'>[] };

/** The preselected items, limited to units that can be cancelled; undefined without any. */
const readPreselectedItems = (state: Partial<ChosenItems> | null, { items }: Cancellable): DeclaredItems | undefined => {
  const units = items.flatMap(({ itemId, quantity: left }) => {
    const item = state?.chosen?.find((each) => each.itemId === itemId);
    return item ? [{ itemId, left, quantity: Math.min(left, item.quantity) }] : [];
  });
  return units.length > 0 ? units : undefined;
};

type ChooseProps = {
  readonly order: Order;
  readonly cancellable: Cancellable;
  /** What was chosen before; undefined at first. */
  readonly chosen: DeclaredItems | undefined;
  readonly onChosen: (units: DeclaredItems) => void;
};

/** Chooses units; no reason is asked for. */
const ChooseUnits = ({ order, cancellable, chosen, onChosen }: ChooseProps) => {
  const { t, i18n } = useTranslation('refund');
  const { items } = cancellable;
  const chosenOf = (itemId: string) => chosen?.find((unit) => unit.itemId === itemId);
  const form = useForm<string, string>({
    texts: Object.fromEntries(
      items.map(({ itemId, quantity }) => [`units ${itemId}`, String(Math.min(quantity, chosenOf(itemId)?.quantity ?? quantity))]),
    ),
    checkboxes: Object.fromEntries(items.map(({ itemId }) => [itemId, chosen ? chosenOf(itemId) !== undefined : items.length === 1])),
    validate: (values) => (items.some(({ itemId }) => values[itemId]) ? {} : { [items[0]?.itemId ?? '']: t('declare.errors.items') }),
  });
  const nameOf = (itemId: string): string => {
    const item = order.items.find(({ _id }) => _id === itemId);
    return item ? itemName(item) : itemId;
  };
  const choose = async (values: typeof form.values) =>
    onChosen(
      items
        .filter(({ itemId }) => values[itemId])
        .map(({ itemId, quantity }) => ({ itemId, quantity: Number(values[`units ${itemId}`]), left: quantity })),
    );
  return (
    <form noValidate onSubmit={form.submit(choose)}>
      <FormSummary form={form} />
      <fieldset className="return-items">
        <legend>{t('declare.items')}</legend>
        {items.map(({ itemId, quantity }) => (
          <div key={itemId} className="return-item">
            <Checkbox {...form.checkbox(itemId)} isChecked={form.values[itemId] === true} isOptional>
              {t('return.line', { quantity: formatNumber(quantity, i18n.language), name: nameOf(itemId) })}
            </Checkbox>
            {quantity > 1 && form.values[itemId] === true && (
              <SelectField
                {...form.field(`units ${itemId}`)}
                value={String(form.values[`units ${itemId}`] ?? '')}
                label={t('declare.quantity', { name: nameOf(itemId) })}
              >
                {countTo(quantity).map((units) => (
                  <option key={units} value={units}>
                    {formatNumber(units, i18n.language)}
                  </option>
                ))}
              </SelectField>
            )}
          </div>
        ))}
      </fieldset>
      {order.items
        .filter(({ personalised }) => personalised)
        .map((item) => (
          <p key={item._id}>{t('declare.exempt', { name: itemName(item) })}</p>
        ))}
      <SubmitButton isBusy={form.isBusy}>{t('declare.continue')}</SubmitButton>
    </form>
  );
};

type CheckProps = {
  readonly order: Order;
  readonly units: DeclaredItems;
  readonly onBack: () => void;
  readonly onDeclared: (receipt: CancellationReceipt) => void;
  /** Called after a failure, because the server may have cancelled the units although its answer was lost. */
  readonly onFailed: () => void;
};

/** The second press: what is declared, and what follows from it. */
const CheckUnits = ({ order, units, onBack, onDeclared, onFailed }: CheckProps) => {
  const { t, i18n } = useTranslation('refund');
  const headingRef = useOutcomeHeading(true);
  const [declareCancellation, { isLoading, error }] = useDeclareCancellationMutation();
  const declare = async () => {
    if (isLoading) return;
    const { data } = await declareCancellation({ orderId: order._id, items: units });
    if (data) onDeclared(data);
    else onFailed();
  };
  return (
    <section aria-labelledby="check">
      <h2 id="check" ref={headingRef} tabIndex={-1}>
        {t('declare.check.heading')}
      </h2>
      <p>{t('declare.check.text')}</p>
      <p>
        <strong>{namesOfUnits(order, units, i18n.language)}</strong>
      </p>
      <p>
        {t(isPaidAndUnsent(order) ? 'declare.check.unsent' : 'declare.check.sent', { sendDays: daysToSendBack, payDays: daysToRefund })}
      </p>
      {error && <FailureNote error={asApiError(error)} />}
      <div className="button-row">
        <button type="button" className="btn btn-primary" aria-disabled={isLoading} aria-busy={isLoading} onClick={() => void declare()}>
          {t(isLoading ? 'declare.check.sending' : 'declare.check.confirm')}
        </button>
        <button type="button" className="btn btn-link" onClick={onBack}>
          {t('declare.check.back')}
        </button>
      </div>
    </section>
  );
};

type DoneProps = { readonly order: Order; readonly receipt: CancellationReceipt };

const DeclarationReceipt = ({ order, receipt: { references, declaredAt } }: DoneProps) => {
  const { t, i18n } = useTranslation('refund');
  const headingRef = useOutcomeHeading(true);
  return (
    <section aria-labelledby="declared">
      <h2 id="declared" ref={headingRef} tabIndex={-1}>
        {t('declare.done.heading')}
      </h2>
      <p>{t('declare.done.text', { day: formatDate(declaredAt, i18n.language), time: formatTime(declaredAt, i18n.language) })}</p>
      <p>{t('declare.done.reference', { reference: references.join(', ') })}</p>
      <div className="button-row">
        {!isPaidAndUnsent(order) && (
          <Link className="btn btn-primary" to={paths.returnOf(order._id, 'sheet')}>
            {t('declare.done.sheet')}
          </Link>
        )}
        <Link className="btn btn-outline-primary" to={paths.orderStatusOf(order._id)}>
          {t('sheet.back')}
        </Link>
      </div>
    </section>
  );
};

type DeclareProps = {
  readonly order: Order;
  /** Fetches the order anew: its page and its return sheet show the cancellation, and what is left. */
  readonly onChanged: () => void;
  /** Moves the focus to the heading. */
  readonly onReturn: () => void;
};

const DeclarationForm = ({ order, onChanged, onReturn }: DeclareProps) => {
  const { t, i18n } = useTranslation('refund');
  const { state } = useLocation();
  const { cancellable } = order;
  const [units, setUnits] = useState(() => cancellable && readPreselectedItems(state, cancellable));
  const [isChosen, setIsChosen] = useState(false);
  const [receipt, setReceipt] = useState<CancellationReceipt>();
  const finish = (declared: CancellationReceipt) => {
    setReceipt(declared);
    onChanged();
  };
  const choose = (chosen: DeclaredItems) => {
    setUnits(chosen);
    setIsChosen(true);
  };
  const goBack = () => {
    setIsChosen(false);
    onReturn();
  };
  if (receipt) return <DeclarationReceipt order={order} receipt={receipt} />;
  // Shown even if nothing can be cancelled any more: the answer to the first press was lost, and the failure must be readable.
  if (isChosen && units) return <CheckUnits order={order} units={units} onBack={goBack} onDeclared={finish} onFailed={onChanged} />;
  if (!cancellable || isCancellationPeriodOver(cancellable))
    return (
      <>
        <p>{t('declare.none')}</p>
        <Link className="btn btn-primary" to={paths.refundOf(order._id)}>
          {t('declare.refund')}
        </Link>
      </>
    );
  return (
    <>
      <p className="status-lead">
        {t('declare.lead')} {cancellable.until && t('declare.until', { day: formatLongDay(cancellable.until, i18n.language) })}
      </p>
      {isPaidAndUnsent(order) && <UnsentNote order={order} />}
      <ChooseUnits key={JSON.stringify(cancellable.items)} order={order} cancellable={cancellable} chosen={units} onChosen={choose} />
    </>
  );
};

/** A cancellation without a reason, declared in two presses. The order's id opens it, as it opens the order; the mail goes to its buyer. */
export const DeclareView = ({
  orderId,
  headingRef,
}: {
  readonly orderId: string;
  readonly headingRef: RefCallback<HTMLHeadingElement>;
}) => {
  const { t } = useTranslation(['refund', 'common']);
  const { order, error, isLoading, refetch } = useOrder(orderId);
  const ownRef = useRef<HTMLHeadingElement>(null);
  const bothRefs = useCallback(
    (heading: HTMLHeadingElement | null) => {
      ownRef.current = heading;
      headingRef(heading);
    },
    [headingRef],
  );
  return (
    <>
      <h1 ref={bothRefs} tabIndex={-1}>
        {t('refund:declare.heading')}
      </h1>
      {isLoading && !order && <Spinner label={t('common:loading')} />}
      {!isLoading && error && <ErrorNote text={error.message ?? t('refund:messages.notFoundHint')} onRetry={refetch} />}
      {order && (
        <div className="refund-columns">
          <div className="refund-main">
            <DeclarationForm order={order} onChanged={refetch} onReturn={() => ownRef.current?.focus()} />
          </div>
        </div>
      )}
    </>
  );
};
