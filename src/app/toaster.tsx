import { useEffect, useState } from 'react';
import { toast as hotToast, useToaster } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import type { Toast, ToastTone } from './toasts.ts';

/** A toast hides after 3 seconds. */
const duration = 3000;

const icons: Readonly<Record<ToastTone, IconName>> = { success: 'check', info: 'info', warning: 'warning', error: 'cross' };

const ToastLine = ({ tone, words, values = {} }: Toast) => {
  const { t } = useTranslation('toasts');
  return (
    <p className={`toast-line toast-${tone}`}>
      <Icon name={icons[tone]} />
      {t(words, values)}
    </p>
  );
};

let shown = 0;

/**
 * Shows a toast; the same message again takes the place of the one that stands. Its element is a new one, because a live region reads out
 * what is added, not what is repeated.
 */
export const showToast = (toast: Toast) => {
  shown += 1;
  const key = shown;
  hotToast(() => <ToastLine key={key} {...toast} />, { id: toast.words, duration });
};

/** Where toasts appear: bottom-left, read out politely. */
export const Toaster = () => {
  const { t } = useTranslation('toasts');
  const { toasts, handlers } = useToaster();
  // A live region that is born with its text is not read out.
  const [isReady, setIsReady] = useState(false);
  useEffect(() => setIsReady(true), []);
  return (
    <div className="toaster" role="status" aria-label={t('label')} onMouseEnter={handlers.startPause} onMouseLeave={handlers.endPause}>
      {isReady &&
        toasts
          .filter(({ visible }) => visible)
          .map((toast) => <div key={toast.id}>{typeof toast.message === 'function' ? toast.message(toast) : toast.message}</div>)}
    </div>
  );
};
