import { InvalidArgumentError } from 'commander';
import { type Pence, pence } from '#contract/money.ts';

/** A number of things, from 1. */
export const parseCount = (text: string): number => {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 to 99999.');
  return Number(text);
};

/** A day as it is typed, checked. */
export const parseDay = (text: string): string => {
  const time = new Date(`${text}T00:00:00.000Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text))
    throw new InvalidArgumentError('It must be a day such as 2026-03-31.');
  return text;
};

/** An amount in pounds. */
export const parseAmount = (text: string): Pence => {
  if (!/^£?\d{1,6}(\.\d{1,2})?$/.test(text)) throw new InvalidArgumentError('It must be an amount in pounds, such as 12.50.');
  return pence(Number(text.replace('£', '')));
};
