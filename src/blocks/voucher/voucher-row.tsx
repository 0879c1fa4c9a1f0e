import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePrices } from '#blocks/price/price.tsx';
import { Field } from '#shared/ui/field.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import type { Voucher } from './use-voucher.ts';

type CodeFieldProps = { readonly voucher: Voucher; readonly onApply: () => void; readonly onRemove: () => void };

/** No form of its own: the checkout's form surrounds it. */
const CodeField = ({ voucher: { code, problem, isChecking, change }, onApply, onRemove }: CodeFieldProps) => {
  const { t } = useTranslation('voucher');
  const id = useId();
  const [text, setText] = useState(code);
  const [shownCode, setShownCode] = useState(code);
  const [isEmpty, setIsEmpty] = useState(false);
  if (shownCode !== code) {
    setShownCode(code);
    setText(code);
  }
  const apply = () => {
    setIsEmpty(text.trim() === '');
    if (text.trim() === '' || isChecking) return;
    onApply();
    change(text);
  };
  return (
    <div className="voucher-field">
      <Field
        id={id}
        name="voucher"
        label={t('label')}
        value={text}
        error={isEmpty ? t('empty') : problem}
        onChange={(value) => {
          setText(value);
          setIsEmpty(false);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          apply();
        }}
        maxLength={60}
        isCode
      >
        <button type="button" className="btn btn-outline-primary" aria-disabled={isChecking} onClick={apply}>
          {t('apply')}
        </button>
      </Field>
      {code !== '' && (
        <button type="button" className="btn btn-link" onClick={onRemove}>
          {t('removeLabel', { code })}
        </button>
      )}
    </div>
  );
};

/** A folded field for a voucher code; or the voucher with what it takes off, or why it takes nothing off. Each change is announced once. */
export const VoucherRow = ({ voucher }: { readonly voucher: Voucher }) => {
  const { code, discount, problem, isChecking, change } = voucher;
  const { t } = useTranslation('voucher');
  const { money } = usePrices();
  const id = useId();
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isPressed, setIsPressed] = useState(false);
  const isApplied = code !== '' && discount > 0;
  const isWaiting = code !== '' && isChecking && !isApplied;
  const isFieldOpen = isOpen || problem !== undefined;
  const appliedText = t('applied', { code, amount: money(discount) });
  const remove = () => {
    setIsOpen(false);
    setIsPressed(true);
    change('');
  };
  // The pressed button has given way to another; after a refusal it stays. Whoever has gone on to another field is left there.
  useEffect(() => {
    if (!isPressed || isWaiting) return;
    setIsPressed(false);
    if (document.activeElement === document.body) buttonRef.current?.focus();
  }, [isPressed, isWaiting]);
  return (
    <div className="voucher">
      <p className="visually-hidden" role="status">
        {isApplied ? appliedText : problem}
      </p>
      {isApplied && (
        <p className="voucher-applied">
          <span aria-hidden="true">
            <Icon name="check" /> <span>{appliedText}</span>
          </span>
          <button type="button" ref={buttonRef} className="btn btn-link" aria-label={t('removeLabel', { code })} onClick={remove}>
            {t('remove')}
          </button>
        </p>
      )}
      {!isApplied && problem === undefined && (
        <button
          type="button"
          ref={buttonRef}
          className="voucher-toggle"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('add')}
          <Icon name="down" />
        </button>
      )}
      {!isApplied && (
        <div id={id} hidden={!isFieldOpen}>
          {isFieldOpen && <CodeField voucher={voucher} onApply={() => setIsPressed(true)} onRemove={remove} />}
        </div>
      )}
      {isWaiting && problem === undefined && <p className="quiet">{t('checking', { code })}</p>}
    </div>
  );
};
