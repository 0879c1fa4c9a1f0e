import { useTranslation } from 'react-i18next';
import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskEndpoints, deskPageOf } from '#contract/desk/endpoints.ts';
import { messageViews } from '#contract/desk/messages.ts';
import { useList } from '#desk/desk-api.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedList, useView, ViewTabs } from '#desk/parts/fetched.tsx';
import { Mark, Row } from '#desk/parts/row.tsx';
import { When } from '#desk/parts/when.tsx';
import { Link } from '#shared/ui/link.tsx';
import { useTopic } from './topic.ts';

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
