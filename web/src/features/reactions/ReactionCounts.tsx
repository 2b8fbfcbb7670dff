import { Button, Modal, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { Avatar } from '../../ui/avatar/Avatar';
import { useLanguage } from '../../shared/session/session';
import { useFailureText } from '../../shared/session/LoadFailure';
import { describeObserver, useRecordTranslation } from '../../shared/records/record-labels';
import { useEmojiNames, useReactions, type Counts } from './data';
import classes from './ReactionCounts.module.css';

/** The emoji used most and how often; a tap shows who reacted. Nothing without reactions. */
export function ReactionCounts({ recordId, counts }: { recordId: string; counts: Counts }) {
  const { t } = useTranslation('reactions');
  const language = useLanguage();
  const nameOf = useEmojiNames();
  const [isOpen, setOpen] = useState(false);
  if (counts.length === 0) return null;
  const words = counts.map(({ emoji, count }) => t('with', { name: nameOf(emoji), number: number(count, language) }));
  return (
    <>
      <button type="button" className={classes.counts} onClick={() => setOpen(true)}>
        <VisuallyHidden>{`${t('who')}: ${words.join(', ')}`}</VisuallyHidden>
        {counts.map(({ emoji, count }) => (
          <span key={emoji} className={classes.count} aria-hidden>
            <span className={classes.emoji}>{emoji}</span> {number(count, language)}
          </span>
        ))}
      </button>
      {isOpen && <Reacted recordId={recordId} onClose={() => setOpen(false)} />}
    </>
  );
}

function Reacted({ recordId, onClose }: { recordId: string; onClose: () => void }) {
  const t = useRecordTranslation('reactions');
  const nameOf = useEmojiNames();
  const textOf = useFailureText();
  const found = useReactions(recordId);
  return (
    <Modal opened onClose={onClose} title={t('reactions:who')} closeButtonProps={{ 'aria-label': t('common:action.close') }}>
      {found.isError && (
        <div role="alert">
          <p>
            {t('reactions:who_unreachable')} {textOf(found.error)}
          </p>
          <Button variant="default" onClick={() => void found.refetch()}>
            {t('common:action.retry')}
          </Button>
        </div>
      )}
      <ul className={classes.people}>
        {found.data?.pages.flatMap(({ data }) =>
          data.map(({ user, emoji }) => {
            const { name, to } = describeObserver({ user }, t);
            return (
              <li key={user.id} className={classes.person}>
                <Avatar person={user} />
                <span dir="auto" className={classes.name}>
                  {to ? <Link to={to}>{name}</Link> : name}
                </span>
                <span className={classes.emoji} role="img" aria-label={nameOf(emoji)}>
                  {emoji}
                </span>
              </li>
            );
          }),
        )}
      </ul>
      {found.hasNextPage && (
        <Button variant="subtle" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('common:action.show_more')}
        </Button>
      )}
    </Modal>
  );
}
