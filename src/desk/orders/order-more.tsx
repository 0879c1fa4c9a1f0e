import { useTranslation } from 'react-i18next';
import { deskEndpoints } from '#contract/desk/endpoints.ts';
import { callTo, useIsSeller } from '#desk/desk-api.ts';
import { useChange } from '#desk/parts/change-form.tsx';
import { MoreMenu } from '#desk/parts/more-menu.tsx';
import type { StepProps } from './next-step.tsx';
import type { OrderForm } from './order-dialogs.tsx';

/** What is rarely done: sending a mail again, and for sellers cancelling, and saying how money that is due went back. */
export const OrderMore = ({ order, onForm }: StepProps & { readonly onForm: (form: OrderForm) => void }) => {
  const { t } = useTranslation('desk-orders');
  const isSeller = useIsSeller();
  const { change, note } = useChange();
  const { id, version } = order;
  const actions = [
    ...order.mails.map((kind) => ({
      label: t(`more.mail.${kind}`),
      isDanger: false,
      act: () => change(callTo(deskEndpoints.sendMailAgain, { id, version, kind }), { successMessage: t(`more.mailed.${kind}`) }),
    })),
    ...(isSeller && order.dueByHand > 0 ? [{ label: t('more.settle'), isDanger: false, act: () => onForm('settle') }] : []),
    ...(isSeller && order.canCancel ? [{ label: t('more.cancel'), isDanger: true, act: () => onForm('cancel') }] : []),
  ];
  if (actions.length === 0) return null;
  return (
    <>
      <MoreMenu>
        {(close) =>
          actions.map(({ label, isDanger, act }) => (
            <li key={label}>
              <button
                type="button"
                className={isDanger ? 'btn btn-link is-danger' : 'btn btn-link'}
                onClick={() => {
                  close();
                  void act();
                }}
              >
                {label}
              </button>
            </li>
          ))
        }
      </MoreMenu>
      {note}
    </>
  );
};
