import { Button } from '@mantine/core';
import type { MentionedPerson } from '@veld/contract';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { Avatar } from '../../ui/avatar/Avatar';
import { useLanguage } from '../../shared/session/session';
import { describeObserver } from '../../shared/records/record-labels';
import { SyncMark } from '../../shared/records/RecordCards';
import { useRecordTranslation } from '../../shared/records/use-record-translation';
import { CommentForm } from './CommentForm';
import { CommentText } from './CommentText';
import { makeComposed } from './compose';
import { DeleteComment } from './DeleteComment';
import type { ShownComment } from './shown-comments';
import classes from './CommentRow.module.css';

interface Props {
  comment: ShownComment;
  people: readonly MentionedPerson[];
  more?: ReactNode;
  /** Only for the user's own comments. */
  own?: {
    save: (text: string, people: readonly MentionedPerson[]) => Promise<boolean>;
    remove: () => Promise<void>;
  };
}

export function CommentRow({ comment, people, more, own }: Props) {
  const t = useRecordTranslation('comments');
  const language = useLanguage();
  const [isEditing, setEditing] = useState(false);
  const person = describeObserver(comment, t);
  const save = async (text: string, mentioned: readonly MentionedPerson[]) => {
    const isSaved = await own!.save(text, mentioned);
    if (isSaved) setEditing(false);
    return isSaved;
  };
  return (
    <li className={classes.row}>
      <Avatar person={comment.user} />
      <div className={classes.words}>
        <p className={classes.facts}>
          {person.to ? (
            <Link dir="auto" to={person.to}>
              {person.name}
            </Link>
          ) : (
            <span dir="auto">{person.name}</span>
          )}
          {comment.created_at && <time dateTime={comment.created_at}>{ago(comment.created_at, language)}</time>}
          {comment.is_edited && <span>{t('comments:edited')}</span>}
        </p>
        {isEditing ? (
          <CommentForm
            start={makeComposed(comment.text, comment.mentions)}
            people={people}
            onSave={save}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <CommentText text={comment.text} mentions={comment.mentions} />
        )}
        {!isEditing && (own || more || comment.state !== 'sent') && (
          <div className={classes.actions}>
            {comment.state !== 'sent' && <SyncMark state={comment.state} />}
            {own && (
              <>
                <Button variant="subtle" size="compact-md" onClick={() => setEditing(true)}>
                  {t('common:action.edit')}
                </Button>
                <DeleteComment onDelete={own.remove} />
              </>
            )}
            {more}
          </div>
        )}
      </div>
    </li>
  );
}
