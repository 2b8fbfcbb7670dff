import { ActionIcon } from '@mantine/core';
import { IconNotes, IconTrash } from '@tabler/icons-react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ago } from '../../../i18n/format';
import { discardDraft, listDrafts } from '../../../local/records/drafts';
import type { LocalDraft } from '../../../local/db/rows';
import { currentDatabase, useLanguage } from '../../../shared/session/session';
import { isOnBoard } from '../on-board';
import type { FormPatch } from '../form-values';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { useNamedTaxon } from '../../../shared/taxa/names';
import classes from './DraftList.module.css';

/** The user's other drafts. */
export function DraftList({ exceptId }: { exceptId: string }) {
  const { t } = useTranslation(['recording', 'observations']);
  const database = currentDatabase();
  const drafts = useLiveQuery(() => listDrafts(database), [database])?.filter((draft) => draft.id !== exceptId && !isOnBoard(draft));
  if (!drafts || drafts.length === 0) return null;
  return (
    <details className={classes.drafts}>
      <summary className={classes.draftsHead}>
        <IconNotes size={22} aria-hidden />
        <span>{t('draft.list', { count: drafts.length })}</span>
      </summary>
      <ul className={classes.draftRows}>
        {drafts.map((draft) => (
          <DraftRow key={draft.id} draft={draft} onDiscard={() => void discardDraft(database, draft.id)} />
        ))}
      </ul>
    </details>
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
    <li className={classes.draftRow}>
      <Link className={classes.draftLink} to={to}>
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
          <IconTrash size={22} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}
