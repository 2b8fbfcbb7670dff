import { Button, Modal } from '@mantine/core';
import { type MentionedPerson, parseCommentParts, type TaxonSummary } from '@veld/contract';
import { Fragment, type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import { describeObserver, useRecordTranslation } from '../../shared/records/record-labels';
import { SyncMark } from '../../shared/records/RecordCards';
import { useLanguage } from '../../shared/session/session';
import { speciesAddress } from '../../shared/taxa/data';
import { useNamedRecord } from '../../shared/taxa/names';
import { Avatar } from '../../ui/avatar/Avatar';
import { DialogActions, DialogText } from '../../ui/DialogBody';
import { ScientificName } from '../../ui/ScientificName';
import { CommentForm, makeComposed } from './CommentForm';
import { useTaxonByName } from './data';
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

/** Plain text, in which mentions, species and addresses are links. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly MentionedPerson[] }) {
  const parts = useMemo(() => parseCommentParts(text), [text]);
  return (
    <p dir="auto" className={classes.text}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part.kind === 'text' && part.text}
          {part.kind === 'mention' && <Mention person={mentions.find(({ id }) => id === part.id) ?? { id: part.id, name: '' }} />}
          {part.kind === 'species' && <Species name={part.name.trim()} id={part.id} />}
          {part.kind === 'link' && (
            <a href={part.address} target="_blank" rel="nofollow noopener noreferrer">
              {part.address}
            </a>
          )}
        </Fragment>
      ))}
    </p>
  );
}

function Mention({ person }: { person: MentionedPerson }) {
  const t = useRecordTranslation();
  const { name, to } = describeObserver({ user: { ...person, is_pro: false } }, t);
  return to ? (
    <Link dir="auto" to={to}>
      @{name}
    </Link>
  ) : (
    <span dir="auto">@{name}</span>
  );
}

/** The name that the species has in the language of the app; else the name as written. */
function Species({ name, id }: { name: string; id: number | null }) {
  const found = useTaxonByName(id === null ? name : null);
  const taxonId = id ?? found?.id ?? null;
  const { taxon } = useNamedRecord(useMemo((): Linked => ({ taxon: null, taxon_id: taxonId }), [taxonId]));
  const isScientific = !taxon || taxon.name === taxon.scientific_name;
  const shown = isScientific ? <ScientificName name={taxon?.name ?? name} rank={taxon?.rank ?? 'species'} /> : taxon.name;
  return taxonId === null ? shown : <Link to={speciesAddress(taxonId)}>{shown}</Link>;
}

interface Linked {
  taxon: TaxonSummary | null;
  taxon_id: number | null;
}

/** Asks for confirmation, because a deletion cannot be undone once it is sent. */
function DeleteComment({ onDelete }: { onDelete: () => Promise<void> }) {
  const t = useRecordTranslation('comments');
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="subtle" color="brick" size="compact-md" onClick={() => setOpen(true)}>
        {t('common:action.delete')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('comments:delete_title')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <DialogText>{t('comments:delete_text')}</DialogText>
        <DialogActions>
          <Button variant="default" onClick={close} data-autofocus>
            {t('common:action.cancel')}
          </Button>
          <Button color="brick" onClick={() => void onDelete().then(close)}>
            {t('comments:delete_confirm')}
          </Button>
        </DialogActions>
      </Modal>
    </>
  );
}
