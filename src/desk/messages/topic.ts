import { useTranslation } from 'react-i18next';
import { contactTopics } from '#contract/messages.ts';

/** What a message is about, in words. */
export const useTopic = () => {
  const { t } = useTranslation(['desk-messages', 'contact']);
  return (topic: string): string => {
    const known = contactTopics.find((each) => each === topic);
    if (known) return t(`contact:topics.${known}`);
    return topic === 'franchise' ? t('desk-messages:franchise') : t('desk-messages:wholesale');
  };
};
