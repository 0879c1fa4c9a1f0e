import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ukDayOf } from '#contract/delivery-dates.ts';
import { formatDay } from '#shared/format-date.ts';

/** State of a text field that only the server validates. */
export const useText = (name: string) => {
  const id = useId();
  const [value, onChange] = useState('');
  return { id, name, value, error: undefined, onChange };
};

/** "27 November 2026" of a moment, by the UK day. */
export const useDay = () => {
  const { i18n } = useTranslation();
  return (at: string): string => formatDay(ukDayOf(at), i18n.language);
};
