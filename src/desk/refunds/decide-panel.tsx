import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { type DecisionInput, type DeskRefund, decision as decisionSchema } from '#contract/desk/refunds.ts';
import { lessAmount, pence, pounds, sum } from '#contract/money.ts';
import { callTo, useRead } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { typedNumber } from '#desk/parts/typed-number.ts';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { useMoment } from '#desk/parts/when.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';

type Outcome = DecisionInput['outcome'];

type DecisionDraft = { readonly amount: string; readonly pieces: string; readonly reason: string };

/** Pause in typing, in ms, after which a decision is previewed. */
const settleMs = 400;

/** The decision once it has not changed for `settleMs`; not while one is being sent, whose preview would find the request decided. */
const useSettled = (decision: DecisionInput | undefined, isSent: boolean): DecisionInput | undefined => {
  const text = JSON.stringify(decision);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (isSent) return undefined;
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text, isSent]);
  return text === settled ? decision : undefined;
};

/** What was chosen and typed as a decision; undefined as long as something is missing or wrong. */
type RefundOptions = { readonly withoutReturn: boolean; readonly counting: string[] };

const toDecision = (outcome: Outcome, { amount, pieces, reason }: DecisionDraft, refunding: RefundOptions): DecisionInput | undefined => {
  const inputs: Readonly<Record<Outcome, DecisionInput>> = {
    full: { outcome: 'full', ...refunding },
    partial: { outcome: 'partial', amount: typedNumber(amount), ...refunding },
    exchange: { outcome: 'exchange', pieces: Number(pieces) },
    declined: { outcome: 'declined', reason },
    withdrawn: { outcome: 'withdrawn', reason },
  };
  return decisionSchema.safeParse(inputs[outcome]).success ? inputs[outcome] : undefined;
};

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly aside?: string;
  readonly isChecked: boolean;
  readonly onChoose: () => void;
  /** Fields of the choice, once it is chosen. */
  readonly children?: ReactNode;
};

const Choice = ({ name, label, aside, isChecked, onChoose, children }: ChoiceProps) => (
  <div className="desk-choice">
    <label>
      <input type="radio" className="form-check-input" name={name} checked={isChecked} onChange={onChoose} />
      <span>{label}</span>
      {aside !== undefined && <span className="quiet">{aside}</span>}
    </label>
    {isChecked && children}
  </div>
);

type DecidePanelProps = { readonly request: DeskRefund };

/** The very words that the buyer would read. */
const Preview = ({ request: { reference: id, version, buyer }, decision }: DecidePanelProps & { readonly decision: DecisionInput }) => {
  const { t } = useTranslation('desk-refunds');
  const { currentData, error } = useRead(deskEndpoints.previewDecision, { id, version, decision });
  if (!currentData && error) return <FailureNote error={asApiError(error)} />;
  return (
    <details open className="desk-preview">
      <summary>{t('decide.preview', { name: buyer })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A box that scrolls is scrolled by keyboard only where it can have the focus. */}
      <section aria-label={t('decide.preview', { name: buyer })} aria-busy={!currentData} tabIndex={0}>
        <p>
          <strong>{currentData?.subject}</strong>
        </p>
        <p className="desk-plain">{currentData?.text}</p>
      </section>
    </details>
  );
};

type WentBackProps = DecidePanelProps & { readonly counting: readonly string[]; readonly onCount: (names: string[]) => void };

/** Refunds that went back for no request, to be ticked where they were for this one. */
const WentBack = ({ request: { wentBack }, counting, onCount }: WentBackProps) => {
  const { t } = useTranslation('desk-refunds');
  const formatPounds = usePounds();
  const moment = useMoment();
  return (
    <fieldset>
      <legend className="h3">{t('decide.wentBack')}</legend>
      {wentBack.map(({ name, amount, at }) => (
        <div key={name} className="desk-choice">
          <label>
            <input
              type="checkbox"
              className="form-check-input"
              checked={counting.includes(name)}
              onChange={({ target }) => onCount(target.checked ? [...counting, name] : counting.filter((each) => each !== name))}
            />
            <span>{t('decide.isForThis', { amount: formatPounds(amount), when: moment(at) })}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
};

/** The seller's decision: what goes back, and what the buyer reads, before the press. Only its button decides, never Enter in a field. */
export const DecidePanel = ({ request }: DecidePanelProps) => {
  const { t } = useTranslation('desk-refunds');
  const name = useId();
  const { reference, version, wentBack, paid, delivery, quantity, inStock, receivedAt, isPayable, isUnsent, cancelled } = request;
  const isReceived = receivedAt !== null;
  // A declared cancellation cannot be declined: its money goes back, less only what goods that came back have lost in value.
  const isCancellation = cancelled !== '';
  const [outcome, setOutcome] = useState<Outcome>('full');
  const [draft, setDraft] = useState<DecisionDraft>({ amount: '', pieces: '1', reason: '' });
  const [withoutReturn, setWithoutReturn] = useState(false);
  const [counting, setCounting] = useState<string[]>([]);
  const { change, isBusy, note } = useChange();
  const formatPounds = usePounds();
  const paysBack = outcome === 'full' || outcome === 'partial';
  const countedAmount = sum(wentBack.filter((each) => counting.includes(each.name)).map(({ amount }) => pence(amount)));
  const refundableAmount = Math.min(request.most, pounds(sum([pence(request.left), countedAmount])));
  const amount = pence(outcome === 'partial' ? typedNumber(draft.amount) || 0 : refundableAmount);
  const decision = toDecision(outcome, draft, { withoutReturn: withoutReturn && !isPayable, counting });
  const previewedDecision = useSettled(decision, isBusy);
  const mustWait = paysBack && !isPayable && !withoutReturn;
  const choice = (key: Outcome) => ({ name, label: t(`decide.${key}`), isChecked: outcome === key, onChoose: () => setOutcome(key) });
  const type = (some: Partial<DecisionDraft>) => setDraft({ ...draft, ...some });
  const goods = lessAmount(pence(paid), pence(delivery));
  const helpers = [
    ...Array.from({ length: quantity - 1 }, (_, index) => ({
      label: t('decide.pieces', { count: index + 1, of: quantity }),
      amount: pounds(pence(Math.round((goods * (index + 1)) / quantity) / 100)),
    })),
    ...(delivery > 0 ? [{ label: t('decide.delivery'), amount: delivery }] : []),
  ].filter(({ amount }) => amount > 0 && amount <= refundableAmount);

  const decide = () => {
    if (decision)
      void change(callTo(deskEndpoints.decideRefund, { id: reference, version, decision }), {
        successMessage: t(`decide.done.${outcome}`),
      });
  };

  const reason = (
    <TextField
      label={t('decide.reason')}
      rows={3}
      maxLength={300}
      value={draft.reason}
      onText={(text) => type({ reason: text.replaceAll('\n', ' ') })}
    />
  );

  return (
    <section className="desk-panel">
      <h2 id={`${name}-heading`}>{t(isCancellation ? 'decide.refund' : 'decide.heading')}</h2>
      {isCancellation && <p>{t(isUnsent ? 'decide.unsent' : 'decide.declared')}</p>}
      <div role="radiogroup" aria-labelledby={`${name}-heading`}>
        <Choice {...choice('full')} aside={formatPounds(refundableAmount)} />
        {(!isCancellation || isReceived) && (
          <Choice {...choice('partial')} {...(isCancellation && { label: t('decide.less') })}>
            <TextField
              label={t('decide.amount', { max: formatPounds(refundableAmount) })}
              inputMode="decimal"
              value={draft.amount}
              onText={(amount) => type({ amount })}
            />
            <div className="desk-actions">
              {helpers.map(({ label, amount }) => (
                <button key={label} type="button" className="btn btn-link" onClick={() => type({ amount: formatPounds(amount) })}>
                  {label}
                </button>
              ))}
            </div>
          </Choice>
        )}
        {!isCancellation && (
          <>
            <Choice {...choice('exchange')} aside={t('decide.inStock', { count: inStock })}>
              <TextField
                label={t('decide.exchanged', { max: quantity })}
                type="number"
                min={1}
                max={quantity}
                value={draft.pieces}
                onText={(pieces) => type({ pieces })}
              />
            </Choice>
            <Choice {...choice('declined')}>{reason}</Choice>
          </>
        )}
        {isCancellation && (!isPayable || isUnsent) && <Choice {...choice('withdrawn')}>{reason}</Choice>}
      </div>
      {paysBack && wentBack.length > 0 && <WentBack request={request} counting={counting} onCount={setCounting} />}
      {paysBack && !isPayable && (
        <div role="radiogroup" aria-label={t('decide.goods')}>
          <h3>{t('decide.goods')}</h3>
          <Choice name={`${name}-goods`} label={t('decide.comeBack')} isChecked={!withoutReturn} onChoose={() => setWithoutReturn(false)} />
          <Choice name={`${name}-goods`} label={t('decide.keep')} isChecked={withoutReturn} onChoose={() => setWithoutReturn(true)} />
        </div>
      )}
      {mustWait && <p>{t('decide.wait')}</p>}
      {!mustWait && previewedDecision && <Preview request={request} decision={previewedDecision} />}
      {note}
      {!mustWait && (
        <>
          <button type="button" className="btn btn-primary" aria-disabled={!decision || isBusy} aria-busy={isBusy} onClick={decide}>
            {paysBack && countedAmount > 0 && countedAmount >= amount
              ? t('decide.press.counted')
              : t(`decide.press.${outcome}`, {
                  amount: formatPounds(pounds(paysBack ? lessAmount(amount, countedAmount) : amount)),
                  count: Number(draft.pieces),
                })}
          </button>
          <p className="quiet">{t('decide.final')}</p>
        </>
      )}
    </section>
  );
};
