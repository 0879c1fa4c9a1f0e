import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { formatShortDay } from '#contract/delivery-dates.ts';
import { deskPageOf } from '#contract/desk/endpoints.ts';
import { messageViews } from '#contract/desk/messages.ts';
import { DeskHeading } from '#desk/parts/desk-heading.tsx';
import { MoreButton } from '#desk/parts/more-button.tsx';
import { ViewTabs } from '#desk/parts/view-tabs.tsx';
import { When } from '#desk/parts/when.tsx';
import { asApiError } from '#shared/api/api-error.ts';
import { FailureNote } from '#shared/ui/failure-note.tsx';
import { Icon } from '#shared/ui/icon.tsx';
import { Link } from '#shared/ui/link.tsx';
import { Spinner } from '#shared/ui/spinner.tsx';
import { useDeskMessagesInfiniteQuery } from './messages-api.ts';
import { useTopic } from './topic.ts';

/** Messages by view; those that wait come first, the oldest of them on top. */
export const MessagesScreen = () => {
  const { t, i18n } = useTranslation(['desk-messages', 'common']);
  const topicOf = useTopic();
  const [params] = useSearchParams();
  const view = messageViews.find((each) => each === params.get('view')) ?? 'open';
  const { data, currentData, error, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useDeskMessagesInfiniteQuery(view);
  const rows = currentData?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <DeskHeading title={t('desk-messages:heading')} />
      <ViewTabs
        label={t('desk-messages:views.label')}
        views={messageViews.map((key) => ({
          key,
          title: t(`desk-messages:views.${key}`),
          count: key === 'open' ? data?.pages[0]?.counts.open : undefined,
        }))}
        current={view}
      />
      {error && <FailureNote error={asApiError(error)} onRetry={() => void refetch()} isBusy={isFetching} />}
      {!currentData && isFetching && <Spinner label={t('common:loading')} />}
      {currentData && rows.length === 0 && <p className="desk-empty">{t(`desk-messages:empty.${view}`)}</p>}
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
              {answerBy !== null && <span>{t('desk-messages:answerBy', { day: formatShortDay(answerBy, i18n.language) })}</span>}
              {mayBeBot && <span className="quiet">{t('desk-messages:bot')}</span>}
            </div>
          </li>
        ))}
      </ul>
      {hasNextPage && <MoreButton isBusy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
};
