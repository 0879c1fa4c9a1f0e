import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { messageViews } from '#contract/desk/messages.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { FetchedRows } from '#desk/parts/fetched.tsx';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { When } from '#desk/parts/when.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { messagesApi } from './messages-api.ts';
import { useTopic } from './topic.ts';

/** Messages by view; those that wait come first, the oldest of them on top. */
export const MessagesScreen = () => {
  const { t, i18n } = useTranslation('desk-messages');
  const topicOf = useTopic();
  const [params] = useSearchParams();
  const view = messageViews.find((each) => each === params.get('view')) ?? 'open';
  const query = messagesApi.useDeskMessagesInfiniteQuery({ view });
  return (
    <>
      <DeskHeading title={t('heading')} />
      <ViewTabs
        label={t('views.label')}
        views={messageViews.map((key) => ({
          key,
          title: t(`views.${key}`),
          count: key === 'open' ? query.data?.pages[0]?.counts.open : undefined,
        }))}
        current={view}
      />
      <FetchedRows query={query} empty={t(`empty.${view}`)}>
        {(rows) => (
          <ul className="desk-rows">
            {rows.map(({ reference, topic, name, text, createdAt, answerBy, mayBeBot }) => (
              <li key={reference}>
                <span className="desk-mark">
                  <Icon name="mail" />
                </span>
                <div>
                  <p>
                    <Link to={deskPageOf('messages', reference)}>{name}</Link>
                  </p>
                  <p className="desk-quote">{text}</p>
                  <p className="quiet">
                    {topicOf(topic)}, <When at={createdAt} />
                  </p>
                </div>
                <div className="desk-end">
                  {answerBy !== null && <span>{t('answerBy', { day: formatShortDay(answerBy, i18n.language) })}</span>}
                  {mayBeBot && <span className="quiet">{t('bot')}</span>}
                </div>
              </li>
            ))}
          </ul>
        )}
      </FetchedRows>
    </>
  );
};
