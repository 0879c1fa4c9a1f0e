import { useTranslation } from 'react-i18next';
import { formatShortDay, ukTime } from '#contract/delivery-dates.ts';

const clock = (minutes: number): string => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** "today at 11:57", "Mon 30 Nov at 11:57", in UK time. */
export const useMoment = () => {
  const { t, i18n } = useTranslation('desk');
  return (at: string): string => {
    const { day, minutes } = ukTime(new Date(at));
    const time = clock(minutes);
    return day === ukTime(new Date()).day ? t('time.today', { time }) : t('time.day', { day: formatShortDay(day, i18n.language), time });
  };
};

/** A moment, in UK time. */
export const When = ({ at }: { readonly at: string }) => <time dateTime={at}>{useMoment()(at)}</time>;
