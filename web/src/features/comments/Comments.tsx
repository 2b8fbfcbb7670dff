import { Button } from '@mantine/core';
import type { MentionedPerson } from '@veld/contract';
import { type ComponentType, useMemo } from 'react';
import { Link } from 'react-router';
import { commentDraftKey, readCommentDraft, storeCommentDraft } from '../../local/device/comment-draft';
import { deleteComment, writeComment, rememberMentioned } from '../../local/changes/comments';
import { SectionTitle } from '../../ui/SectionTitle';
import { steadyFocus } from '../../ui/steady-focus';
import { currentDatabase, notifier, useUser } from '../../shared/session/session';
import { type AnyObservation, useRecordTranslation } from '../../shared/records/record-labels';
import { CommentForm } from './CommentForm';
import { CommentRow } from './CommentRow';
import { useComments, withSpeciesIds } from './data';
import { hasReplies, type ShownComment } from './shown-comments';
import classes from './Comments.module.css';

interface Props {
  record: AnyObservation;
  /** Shown with each comment that the server has. */
  more?: ComponentType<{ one: ShownComment }>;
}

/** What people wrote below a record, and a form for more. */
export function Comments(props: Props) {
  return hasReplies(props.record) ? <Section {...props} /> : null;
}

function Section({ record, more: More }: Props) {
  const t = useRecordTranslation('comments');
  const { id: userId } = useUser();
  const found = useComments(record.id);
  const people = usePeopleAtHand(record, found.list);
  const actions = useActions(record.id);
  const draftKey = commentDraftKey(userId, record.id);
  return (
    <section ref={steadyFocus} className={classes.section}>
      <SectionTitle>{t('comments:title')}</SectionTitle>
      <ul className={classes.list}>
        {found.list.map((comment) => (
          <CommentRow
            key={comment.id}
            comment={comment}
            people={people}
            more={More && comment.state === 'sent' ? <More one={comment} /> : null}
            {...(comment.user.id === userId && {
              own: {
                save: (text, mentioned) => actions.save(text, mentioned, comment.id),
                remove: () => actions.remove(comment.id),
              },
            })}
          />
        ))}
      </ul>
      {found.hasMore && (
        <Button variant="subtle" loading={found.isLoadingMore} onClick={found.showMore}>
          {t('common:action.show_more')}
        </Button>
      )}
      {found.isUnreachable && <p className={classes.quiet}>{t('comments:unreachable')}</p>}
      {!found.isUnreachable && !found.isLoading && found.list.length === 0 && <p className={classes.quiet}>{t('comments:none')}</p>}
      {found.isRefused && (
        <p className={classes.refused}>
          {t('comments:refused')} <Link to="/outbox">{t('comments:to_outbox')}</Link>
        </p>
      )}
      <CommentForm
        key={draftKey}
        start={readCommentDraft(draftKey)}
        onChange={(draft) => storeCommentDraft(draftKey, draft)}
        people={people}
        onSave={(text, mentioned) => actions.save(text, mentioned)}
      />
    </section>
  );
}

/** The observer and the authors of comments. They can be mentioned without a connection. */
function usePeopleAtHand({ user }: AnyObservation, comments: readonly ShownComment[]): readonly MentionedPerson[] {
  return useMemo(() => {
    const all = [user, ...comments.map((comment) => comment.user), ...comments.flatMap(({ mentions }) => mentions)];
    return [...new Map(all.filter(({ name }) => name !== '').map(({ id, name }) => [id, { id, name }])).values()];
  }, [user, comments]);
}

/** What the user can do; each is stored on the device at once, and sent later. */
function useActions(recordId: string) {
  const t = useRecordTranslation('comments');
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
      return false;
    }
  };
  return {
    save: (text: string, people: readonly MentionedPerson[], id?: string) =>
      attempt(async () => {
        const database = currentDatabase();
        const linked = await withSpeciesIds(text);
        await rememberMentioned(database, people);
        await writeComment(database, id === undefined ? { recordId } : { recordId, id }, linked, { isEdit: id !== undefined });
      }),
    remove: async (id: string) => {
      await attempt(() => deleteComment(currentDatabase(), { recordId, id }));
    },
  };
}
