import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import { answerLength, type DeskMessage } from '#contract/desk/messages.ts';
import { orderPaths } from '#desk/orders/order-paths.ts';
import { useOrderTexts } from '#desk/orders/order-texts.ts';
import { useDeskOrderQuery } from '#desk/orders/orders-api.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DueText } from '#desk/parts/due-text.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { When } from '#desk/parts/when.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { browserStorage } from '#shared/browser-storage.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useAnswerMessageMutation, useDeskMessageQuery, useMarkAnsweredMutation } from './messages-api.ts';
import { useTopic } from './topic.ts';

type MessageProps = { readonly message: DeskMessage; readonly onShow: () => void; readonly onDone: (said: string) => void };

/** The answer, mailed to the sender; what was typed is kept in this tab until it was sent. */
const AnswerForm = ({ message, onShow, onDone }: MessageProps) => {
  const { t } = useTranslation('desk-messages');
  const id = useId();
  const { reference, email, answers, answeredAt } = message;
  const draft = browserStorage('sessionStorage', `flone:desk-answer:${reference}`);
  const [text, setText] = useState(() => draft.read() ?? '');
  const [answerMessage] = useAnswerMessageMutation();
  const [markAnswered] = useMarkAnsweredMutation();
  const { change, isBusy, note } = useChange(onShow);
  const type = (next: string) => {
    setText(next);
    draft.write(next);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    if (!(await change(() => answerMessage({ reference, text, answersSeen: answers.length, answeredAt }).unwrap()))) return;
    type('');
    onDone(t('answer.sent', { email }));
  };
  const mark = async () => {
    if (!(await change(() => markAnswered({ reference }).unwrap()))) return;
    type('');
    onDone(t('answer.marked'));
  };
  return (
    <form className="desk-stack" onSubmit={(event) => void submit(event)}>
      {note}
      <label htmlFor={id}>{t('answer.label')}</label>
      <textarea
        id={id}
        className="form-control"
        rows={8}
        maxLength={answerLength}
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <p className="quiet">{t('answer.hint', { email })}</p>
      <div className="desk-actions">
        <button type="submit" className="btn btn-primary" aria-disabled={isBusy || text.trim() === ''} aria-busy={isBusy}>
          {t('answer.send')}
        </button>
        {answeredAt === null && (
          <button type="button" className="btn btn-outline-primary" aria-disabled={isBusy} onClick={() => void mark()}>
            {t('answer.mark')}
          </button>
        )}
      </div>
    </form>
  );
};

/** The order that a message names: its page has what people ask for, such as another address. */
const Ordered = ({ orderId }: { readonly orderId: string }) => {
  const { t } = useTranslation('desk-messages');
  const { goods, money } = useOrderTexts();
  const { currentData: order } = useDeskOrderQuery(orderId);
  return (
    <section className="desk-panel">
      <h2>{t('order.heading')}</h2>
      <p>
        <Link to={orderPaths.one(orderId)}>{t('order.link', { id: orderId })}</Link>
      </p>
      {order && (
        <>
          <p>{t('order.buyer', { name: order.buyer, town: order.town })}</p>
          <p className="quiet">{goods(order)}</p>
          <dl className="desk-facts">
            <div>
              <dt>
                <StateMark status={order.status} />
              </dt>
              <dd>{money(order.total)}</dd>
            </div>
            {(order.status === 'confirmed' || order.status === 'processing') && order.postBy !== null && (
              <div>
                <dt>{t('order.postBy')}</dt>
                <dd>
                  <DueText postBy={order.postBy} isLate={order.isLate} />
                </dd>
              </div>
            )}
          </dl>
        </>
      )}
    </section>
  );
};

/** Who has written, as they said it; nothing of it was checked. */
const Sender = ({ message: { name, business, email, phone, orderId, hasOrder, topic } }: Pick<MessageProps, 'message'>) => {
  const { t } = useTranslation('desk-messages');
  const topicOf = useTopic();
  return (
    <section className="desk-panel">
      <h2>{name}</h2>
      <p>{[business, email, phone].filter(Boolean).join(', ')}</p>
      <p className="quiet">{topicOf(topic)}</p>
      {orderId !== '' && !hasOrder && <p>{t('noOrder', { id: orderId })}</p>}
    </section>
  );
};

const Message = ({ message, onShow }: Omit<MessageProps, 'onDone'>) => {
  const { t, i18n } = useTranslation('desk-messages');
  const [said, setSaid] = useState('');
  const { reference, name, text, createdAt, answeredAt, answerBy, answers, mayBeBot, orderId, hasOrder } = message;
  return (
    <>
      <p className="desk-back">
        <Link to={deskPages.messages}>{t('heading')}</Link>
      </p>
      <DeskHeading
        title={t('from', { name })}
        view={`${answers.length} ${answeredAt}`}
        lead={
          <>
            {reference}, <When at={createdAt} />
          </>
        }
      />
      <div role="status">{said !== '' && <p className="desk-said">{said}</p>}</div>
      <div className="desk-split">
        <div>
          {answerBy !== null && answeredAt === null && (
            <p>
              <strong>{t('answerBy', { day: formatShortDay(answerBy, i18n.language) })}</strong>
            </p>
          )}
          {mayBeBot && <p className="quiet">{t('bot')}</p>}
          <blockquote className="desk-words desk-plain">{text}</blockquote>
          {answers.map((answer) => (
            <section key={answer.at} className="desk-answer">
              <p className="quiet">
                {t('answer.by', { name: answer.by })}, <When at={answer.at} />
              </p>
              <p className="desk-plain">{answer.text}</p>
            </section>
          ))}
          {answers.length === 0 && answeredAt !== null && (
            <p className="quiet">
              {t('answer.elsewhere')}, <When at={answeredAt} />
            </p>
          )}
          <section aria-labelledby="answer">
            <div className="desk-section-head">
              <h2 id="answer">{answeredAt === null ? t('answer.heading') : t('answer.again')}</h2>
            </div>
            <AnswerForm message={message} onShow={onShow} onDone={setSaid} />
          </section>
        </div>
        <aside>
          {hasOrder && <Ordered orderId={orderId} />}
          <Sender message={message} />
        </aside>
      </div>
    </>
  );
};

/** One message, with its answers. */
export const MessageScreen = () => {
  const { t } = useTranslation('common');
  const { reference = '' } = useParams();
  const { currentData, error, isFetching, refetch } = useDeskMessageQuery(reference);
  const show = () => void refetch();
  return (
    <>
      {!currentData && <DeskHeading title={reference} />}
      {error && <FailureNote error={asApiError(error)} onRetry={show} isBusy={isFetching} />}
      {!currentData && isFetching && <Spinner label={t('loading')} />}
      {currentData && <Message key={reference} message={currentData} onShow={show} />}
    </>
  );
};
