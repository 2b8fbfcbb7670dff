import { Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { ago } from '../../i18n/format';
import { FreshnessMark, LoadFailure, Marks } from '../../shared/records/lists/ListParts';
import { SyncMark } from '../../shared/records/RecordCards';
import { useLanguage, useUser } from '../../shared/session/session';
import { Avatar } from '../../ui/avatar/Avatar';
import { Binoculars } from '../../ui/drawings/EmptyDrawings';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { ConversationView, type MoreOfMessage } from './ConversationView';
import classes from './MessagesScreen.module.css';
import { useConversations } from './data';
import type { ShownConversation } from './shown-messages';

interface Props {
  /** What other features add to what can be done with a message. */
  more: ComponentType<MoreOfMessage>;
}

/** The user's conversations, and the one of the address: beside them where there is room, else instead of them. */
export default function MessagesScreen({ more }: Props) {
  const { t } = useTranslation(['messages', 'common']);
  const { person: openId } = useParams();
  const isWide = useMediaQuery('(min-width: 52.125em)', false, { getInitialValueInEffect: false });
  const view = openId !== undefined && <ConversationView key={openId} personId={openId} isBeside={isWide} more={more} />;
  if (view && !isWide) return view;
  return (
    <div className={classes.screen}>
      <div className={classes.index}>
        <PageHeader title={t('common:screens.messages')} />
        <Conversations openId={openId} />
      </div>
      {isWide && <div className={classes.open}>{view || <p className={classes.choose}>{t('choose')}</p>}</div>}
    </div>
  );
}

function Conversations({ openId }: { openId: string | undefined }) {
  const { t } = useTranslation(['messages', 'common']);
  const { list, error, more, isLoadingMore, refreshedAt, retry } = useConversations();
  if (!list) return error ? <LoadFailure error={error} onRetry={retry} /> : <TaxonRowSkeletons label={t('loading')} />;
  return (
    <>
      <Marks>
        <FreshnessMark isOutdated={error !== null} refreshedAt={refreshedAt} onRetry={retry} />
      </Marks>
      {list.length === 0 && <Nothing />}
      {list.length > 0 && (
        <ul className={classes.list} aria-label={t('common:screens.messages')}>
          {list.map((one) => (
            <ConversationRow key={one.person.id} conversation={one} isOpen={one.person.id === openId} />
          ))}
        </ul>
      )}
      {more && (
        <p className={classes.more}>
          <Button variant="default" loading={isLoadingMore} onClick={more}>
            {t('common:action.show_more')}
          </Button>
        </p>
      )}
    </>
  );
}

/** How to begin, and who can write to the user. */
function Nothing() {
  const { t } = useTranslation(['messages', 'common']);
  const { messages_from: accepted } = useUser().preferences;
  return (
    <>
      <EmptyState
        drawing={<Binoculars />}
        title={t('empty.title')}
        sentence={t('empty.how')}
        action={
          <Button component={Link} to="/community" variant="default">
            {t('empty.to_people')}
          </Button>
        }
      />
      <p className={classes.accepted}>
        {t(`accepted.${accepted}`)} <Link to="/settings/privacy#messages">{t('accepted.change')}</Link>
      </p>
    </>
  );
}

function ConversationRow({
  conversation: { person, last, is_unread: isUnread, sync },
  isOpen,
}: {
  conversation: ShownConversation;
  isOpen: boolean;
}) {
  const { t } = useTranslation(['messages', 'observations']);
  const language = useLanguage();
  const said = last.text || t(last.state === 'hidden' ? 'hidden' : 'deleted');
  return (
    <li>
      <Link
        className={classes.row}
        to={`/messages/${person.id}`}
        data-unread={isUnread || undefined}
        aria-current={isOpen ? 'page' : undefined}
      >
        <Avatar person={person} />
        <span className={classes.words}>
          <span className={classes.line}>
            <span dir="auto" className={classes.name}>
              {isUnread && <VisuallyHidden>{t('unread')}: </VisuallyHidden>}
              {person.name || t('observations:record.former_member')}
            </span>
            <time className={classes.time} dateTime={last.written_at}>
              {ago(last.written_at, language)}
            </time>
          </span>
          <span className={classes.said}>
            {last.is_own && <>{t('you')} </>}
            <bdi>{said}</bdi>
          </span>
          {sync !== 'sent' && <SyncMark state={sync} />}
        </span>
      </Link>
    </li>
  );
}
