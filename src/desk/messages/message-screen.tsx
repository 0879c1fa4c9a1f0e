import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskPages } from '#contract/desk/endpoints.ts';
import { answerLength, type DeskMessage } from '#contract/desk/messages.ts';
import { isToSend, orderPaths } from '#desk/orders/order-paths.ts';
import { useOrderTexts } from '#desk/orders/order-texts.ts';
import { ordersApi } from '#desk/orders/orders-api.ts';
import { Back } from '#desk/parts/back.tsx';
import { ChangeForm } from '#desk/parts/change-form.tsx';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { DueText } from '#desk/parts/due-text.tsx';
import { Fetched } from '#desk/parts/fetched.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { useChange } from '#desk/parts/use-change.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { When } from '#desk/parts/when.tsx';
import { browserStorage } from '#shared/browser-storage.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { messagesApi } from './messages-api.ts';
import { useTopic } from './topic.ts';

type MessageProps = { readonly message: DeskMessage; readonly onShow: () => void; readonly onDone: (said: string) => void };

/** The answer, mailed to the sender; what was typed is kept in this tab until it was sent. */
const AnswerForm = ({ message, onShow, onDone }: MessageProps) => {
  const { t } = useTranslation('desk-messages');
  const { reference, email, answers, answeredAt } = message;
  const draft = browserStorage('sessionStorage', `flone:desk-answer:${reference}`);
  const [text, setText] = useState(() => draft.read() ?? '');
  const [answerMessage] = messagesApi.useAnswerMessageMutation();
  const [markAnswered] = messagesApi.useMarkAnsweredMutation();
  const changing = useChange(onShow);
  const type = (next: string) => {
    setText(next);
    draft.write(next);
  };
  const end = (said: string) => {
    type('');
    onDone(said);
  };
  const mark = async () => {
    if (await changing.change(() => markAnswered({ id: reference }).unwrap())) end(t('answer.marked'));
  };
  return (
    <ChangeForm
      changing={changing}
      call={() => answerMessage({ id: reference, text, answersSeen: answers.length, answeredAt }).unwrap()}
      isReady={text.trim() !== ''}
      submit={t('answer.send')}
      onDone={() => end(t('answer.sent', { email }))}
      buttons={
        answeredAt === null && (
          <button type="button" className="btn btn-outline-primary" aria-disabled={changing.isBusy} onClick={() => void mark()}>
            {t('answer.mark')}
          </button>
        )
      }
    >
      <TextField label={t('answer.label')} rows={8} maxLength={answerLength} value={text} onText={type} />
      <p className="quiet">{t('answer.hint', { email })}</p>
    </ChangeForm>
  );
};

/** The order that a message names: its page has what people ask for, such as another address. */
const Ordered = ({ orderId }: { readonly orderId: string }) => {
  const { t } = useTranslation('desk-messages');
  const { goods } = useOrderTexts();
  const money = usePounds();
  const { currentData: order } = ordersApi.useDeskOrderQuery(orderId);
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
            <Fact term={<StateMark status={order.status} />}>{money(order.total)}</Fact>
            {isToSend(order) && order.postBy !== null && (
              <Fact term={t('order.postBy')}>
                <DueText postBy={order.postBy} isLate={order.isLate} />
              </Fact>
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
      <Back to={deskPages.messages} title={t('heading')} />
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
  const { reference = '' } = useParams();
  const query = messagesApi.useDeskMessageQuery(reference);
  return (
    <>
      {!query.currentData && <DeskHeading title={reference} />}
      <Fetched query={query}>{(message) => <Message key={reference} message={message} onShow={() => void query.refetch()} />}</Fetched>
    </>
  );
};
