import { useEffect, useState } from 'react';
import { toast as hotToast, useToaster } from 'react-hot-toast/headless';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '#shared/ui/icon.tsx';
import type { Toast, ToastTone } from './toasts.ts';

/** A product requirement. */
const durationMs = 3000;

const icons: Readonly<Record<ToastTone, IconName>> = { success: 'check', info: 'info', warning: 'warning', error: 'cross' };

const ToastLine = ({ tone, messageKey, values = {} }: Toast) => {
  const { t } = useTranslation('toasts');
  return (
    <p className={`toast-line toast-${tone}`}>
      <Icon name={icons[tone]} />
      {t(messageKey, values)}
    </p>
  );
};

let toastCount = 0;

/**
 * Shows a toast; it replaces one with the same message. The new key makes a new element: a live region announces what is added, not what
 * stays the same.
 */
export const showToast = (toast: Toast) => {
  toastCount += 1;
  const key = toastCount;
  hotToast(() => <ToastLine key={key} {...toast} />, { id: toast.messageKey, duration: durationMs });
};

/** The live region of toasts, at the bottom left. */
export const Toaster = () => {
  const { t } = useTranslation('toasts');
  const { toasts, handlers } = useToaster();
  // Screen readers do not announce the initial content of a live region.
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
