import { type Pence, roundPence } from './money.ts';

/** A seller's VAT registration; `rate` in per cent, with at most two decimals. */
export type Vat = { readonly number: string; readonly rate: number };

/**
 * The VAT in an amount that includes it: amount × rate ÷ (100 + rate), rounded half up to the penny. Prices of the shop include VAT. It is
 * computed once on each total of an invoice or credit note and never by line, so that net and VAT add up to what was paid.
 */
export const vatIn = (amount: Pence, rate: number): Pence => roundPence((amount * rate) / (100 + rate));

/**
 * The VAT in each document that changes an invoice, oldest first: credit notes, and below zero what came back of one. The note that leaves nothing
 * has the rest, so that the notes of a whole invoice have its VAT; no note has more than is left, and one that comes back takes its own VAT with it.
 */
export const vatInCredits = (total: Pence, amounts: readonly Pence[], rate: number): Pence[] => {
  const notes: { readonly amount: number; readonly vat: number }[] = [];
  let left: number = total;
  let vatLeft: number = vatIn(total, rate);
  return amounts.map((amount) => {
    left -= amount;
    const note = notes.findLastIndex((each) => each.amount === -amount);
    const vat = note < 0 ? Math.min(left > 0 ? vatIn(amount, rate) : vatLeft, vatLeft) : -(notes.splice(note, 1)[0]?.vat ?? 0);
    if (note < 0) notes.push({ amount, vat });
    vatLeft -= vat;
    return vat as Pence;
  });
};
