import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskEndpoints, deskPageOf, deskPages } from '#contract/desk/endpoints.ts';
import { answerLength, type DeskMessage, messageViews } from '#contract/desk/messages.ts';
import { callTo, useList, useRead } from '#desk/desk-api.ts';
import { isToSend, orderPaths } from '#desk/orders/order-paths.ts';
import { useOrderTexts } from '#desk/orders/order-texts.ts';
import { ChangeButton, ChangeForm, useChange } from '#desk/parts/change-form.tsx';
import { BackLinks, DeskHeading } from '#desk/parts/desk-heading.tsx';
import { Fetched, FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Mark, Panel, Row, Section } from '#desk/parts/row.tsx';
import { StateMark } from '#desk/parts/state-mark.tsx';
import { TextField } from '#desk/parts/text-field.tsx';
import { usePounds } from '#desk/parts/use-pounds.ts';
import { useVersionSeen } from '#desk/parts/use-version-seen.ts';
import { DueText, When } from '#desk/parts/when.tsx';
import { browserStorage } from '#shared/browser-storage.ts';
import { Fact } from '#shared/ui/fact.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useTopic } from './topic.ts';

type MessageProps = { readonly message: DeskMessage };

/** The answer, mailed to the sender; what was typed is kept in this tab until it was sent. */
const AnswerForm = ({ message: { reference: id, email, answers, answeredAt } }: MessageProps) => {
  const { t } = useTranslation('desk-messages');
  const draft = browserStorage('sessionStorage', `flone:desk-answer:${id}`);
  const [text, setText] = useState(() => draft.read() ?? '');
  const asked = { answersSeen: answers.length, answeredAt };
  const seen = useVersionSeen(asked, asked, text !== '');
  const changing = useChange(seen.show);
  const type = (next: string) => {
    setText(next);
    draft.write(next);
  };
  return (
    <ChangeForm
      changing={changing}
      call={callTo(deskEndpoints.answerMessage, { id, text, ...seen.version })}
      isReady={text.trim() !== ''}
      submit={t('answer.send')}
      successMessage={t('answer.sent', { email })}
      onDone={() => type('')}
      buttons={
        answeredAt === null && (
          <ChangeButton
            changing={changing}
            call={callTo(deskEndpoints.markAnswered, { id })}
            successMessage={t('answer.marked')}
            onDone={seen.accept}
          >
            {t('answer.mark')}
          </ChangeButton>
        )
      }
    >
      {changing.note}
      <TextField label={t('answer.label')} rows={8} maxLength={answerLength} value={text} onText={type} />
      <p className="quiet">{t('answer.hint', { email })}</p>
    </ChangeForm>
  );
};

/** The order that a message names: its page has what people ask for, such as another address. */
const MessageOrder = ({ orderId }: { readonly orderId: string }) => {
  const { t } = useTranslation('desk-messages');
  const { goods } = useOrderTexts();
  const formatPounds = usePounds();
  const { currentData: order } = useRead(deskEndpoints.order, { id: orderId });
  return (
    <Panel title={t('order.heading')}>
      <p>
        <Link className="desk-alone" to={orderPaths.one(orderId)}>
          {t('order.link', { id: orderId })}
        </Link>
      </p>
      {order && (
        <>
          <p>{t('order.buyer', { name: order.buyer, town: order.town })}</p>
          <p className="quiet">{goods(order)}</p>
          <dl className="desk-facts">
            <Fact term={<StateMark status={order.status} />}>{formatPounds(order.total)}</Fact>
            {isToSend(order) && order.postBy !== null && (
              <Fact term={t('order.postBy')}>
                <DueText postBy={order.postBy} isLate={order.isLate} />
              </Fact>
            )}
          </dl>
        </>
      )}
    </Panel>
  );
};

/** The sender's own details, none of which is verified. */
const Sender = ({ message: { name, business, email, phone, orderId, hasOrder, topic } }: MessageProps) => {
  const { t } = useTranslation('desk-messages');
  const topicOf = useTopic();
  return (
    <Panel title={name}>
      <p>{[business, email, phone].filter(Boolean).join(', ')}</p>
      <p className="quiet">{topicOf(topic)}</p>
      {orderId !== '' && !hasOrder && <p>{t('noOrder', { id: orderId })}</p>}
    </Panel>
  );
};

const Message = ({ message }: MessageProps) => {
  const { t, i18n } = useTranslation('desk-messages');
  const { reference, name, text, createdAt, answeredAt, answerBy, answers, mayBeBot, orderId, hasOrder } = message;
  const lead = (
    <>
      {reference}, <When at={createdAt} />
    </>
  );
  return (
    <>
      <DeskHeading title={t('from', { name })} view={`${answers.length} ${answeredAt}`} lead={lead} />
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
          <Section title={answeredAt === null ? t('answer.heading') : t('answer.again')}>
            <AnswerForm message={message} />
          </Section>
        </div>
        <aside>
          {hasOrder && <MessageOrder orderId={orderId} />}
          <Sender message={message} />
        </aside>
      </div>
    </>
  );
};

export const MessageScreen = () => {
  const { t } = useTranslation('desk-messages');
  const { reference = '' } = useParams();
  return (
    <>
      <BackLinks to={deskPages.messages} title={t('heading')} />
      <Fetched query={useRead(deskEndpoints.message, { id: reference })} title={reference}>
        {(message) => <Message key={reference} message={message} />}
      </Fetched>
    </>
  );
};

/** Messages by view; those that wait come first, the oldest of them on top. */
export const MessagesScreen = () => {
  const { t, i18n } = useTranslation('desk-messages');
  const topicOf = useTopic();
  const view = useView(messageViews);
  const query = useList(deskEndpoints.messages, { view });
  const counts = query.data?.pages[0]?.counts;
  return (
    <>
      <DeskHeading title={t('heading')} />
      <ViewTabs label={t('views.label')} views={messageViews} titleOf={(key) => t(`views.${key}`)} counts={counts} current={view} />
      <FetchedList query={query} empty={t(`empty.${view}`)}>
        {({ reference, topic, name, text, createdAt, answerBy, mayBeBot }) => (
          <Row
            key={reference}
            mark={<Mark name="mail" />}
            title={<Link to={deskPageOf('messages', reference)}>{name}</Link>}
            end={
              <>
                {answerBy !== null && <span>{t('answerBy', { day: formatShortDay(answerBy, i18n.language) })}</span>}
                {mayBeBot && <span className="quiet">{t('bot')}</span>}
              </>
            }
          >
            <p className="desk-quote">{text}</p>
            <p className="quiet">
              {topicOf(topic)}, <When at={createdAt} />
            </p>
          </Row>
        )}
      </FetchedList>
    </>
  );
};
