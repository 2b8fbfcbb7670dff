import { ActionIcon } from '@mantine/core';
import { IconNotes, IconTrash } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { ago } from '../../i18n/format';
import type { LocalDraft } from '../../local/db/rows';
import { discardDraft, listDrafts } from '../../local/records/drafts';
import { useRecordTranslation } from '../../shared/records/record-labels';
import { currentDatabase, useLanguage } from '../../shared/session/session';
import { useNamedTaxon } from '../../shared/taxa/names';
import { isEmptyDraft } from './empty-draft';
import type { FormPatch } from './form-values';
import { isOnBoard } from './on-board';
import classes from './DraftList.module.css';

/** The user's other drafts by name; a tap opens one. */
export function DraftList({ exceptId }: { exceptId: string }) {
  const t = useRecordTranslation('recording');
  const titleId = useId();
  const database = currentDatabase();
  const drafts = useLiveQuery(() => listDrafts(database), [database])?.filter(
    (draft) => draft.id !== exceptId && !isOnBoard(draft) && !isEmptyDraft(draft),
  );
  if (!drafts || drafts.length === 0) return null;
  return (
    <section className={classes.drafts} aria-labelledby={titleId}>
      <h2 className={classes.title} id={titleId}>
        <IconNotes size={18} aria-hidden /> {t('recording:draft.list', { count: drafts.length })}
      </h2>
      <ul className={classes.rows}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDiscard={() => void discardDraft(database, draft.id)} />
        ))}
      </ul>
    </section>
  );
}

function DraftRow({ draft, onDiscard }: { draft: LocalDraft; onDiscard: () => void }) {
  const t = useRecordTranslation('recording');
  const language = useLanguage();
  const [isConfirming, setConfirming] = useState(false);
  const { taxon: stored, verbatim_name, taxon_text } = draft.values as FormPatch;
  const taxon = useNamedTaxon(stored ?? null);
  const name = taxon?.name ?? (verbatim_name || taxon_text?.trim() || t('common:taxon.unnamed'));
  const photos = draft.photo_ids.length;
  const to = draft.observation_id ? `/observe?edit=${draft.observation_id}` : `/observe?draft=${draft.id}`;
  return (
    <li className={classes.row}>
      <Link className={classes.link} to={to}>
        <strong dir="auto">{name}</strong>
        <span>
          {draft.observation_id ? `${t('recording:draft.of_record')} · ` : ''}
          {photos > 0 ? `${t('observations:record.photos', { count: photos })} · ` : ''}
          {ago(draft.updated_at, language)}
        </span>
      </Link>
      {isConfirming ? (
        <button type="button" className={classes.confirm} onClick={onDiscard} onBlur={() => setConfirming(false)} autoFocus>
          {t('recording:draft.discard_confirm')}
        </button>
      ) : (
        <ActionIcon aria-label={t('recording:draft.discard', { name })} onClick={() => setConfirming(true)}>
          <IconTrash size={20} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
