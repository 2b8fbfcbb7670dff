import { Button } from '@mantine/core';
import { isWithin, type TaxonSummary } from '@veld/contract';
import { pickDraft } from '../../local/records/record-shape';
import { saveObservation } from '../../local/records/save-observation';
import { number } from '../../i18n/format';
import { ScientificName } from '../../ui/ScientificName';
import { currentDatabase, notifier, useLanguage } from '../../shared/session/session';
import { type AnyObservation, isOwn, useRecordTranslation } from '../../shared/records/record-labels';
import type { LocalObservation } from '../../shared/records/own';
import { useNamedTaxon } from '../../shared/taxa/names';
import type { RecordIdentifications } from './data';
import classes from './Identifications.module.css';

/** The grade in words with its reason, and the community taxon if it is another name than the observer's. */
export function GradeLine({ record, found }: { record: AnyObservation; found: RecordIdentifications }) {
  const t = useRecordTranslation('identifications');
  const community = useNamedTaxon(found.community);
  const grade = useGradeText(found);
  const isOther = community !== null && community.id !== record.taxon?.id;
  // The owner's name may be finer than what people agree on.
  const isOffered = isOther && isOwn(record) && !(found.own && isWithin(found.own, community.id));
  return (
    <div className={classes.grade}>
      {isOther && (
        <p className={classes.community}>
          <strong>{t('identifications:community', { name: community.name })}</strong>
          {community.name !== community.scientific_name && <ScientificName name={community.scientific_name} rank={community.rank} />}
        </p>
      )}
      {grade !== null && <p className={classes.quiet}>{grade}</p>}
      {isOffered && <UseName record={record} taxon={community} />}
    </div>
  );
}

/** Null until the grade is known, so that none is shown that is not so. */
function useGradeText({ grade, casual, list: opinions, community }: RecordIdentifications): string | null {
  const t = useRecordTranslation('identifications');
  const language = useLanguage();
  if (grade === null) return null;
  if (!grade.isKnown) return t(`observations:quality.${grade.quality}`);
  if (grade.quality === 'casual') {
    if (casual.length === 0) return t('identifications:grade.casual_only');
    const reasons = casual.map((reason) => t(`identifications:reason.${reason}`)).join(', ');
    return t('identifications:grade.casual', { reasons });
  }
  if (grade.quality === 'confirmed') {
    const isByExpert = opinions.some((one) => one.is_expert && !one.is_withdrawn);
    return t(isByExpert || !community ? 'identifications:grade.confirmed_expert' : 'identifications:grade.confirmed_people');
  }
  if (grade.isHeldBack) return t('identifications:grade.held_back');
  if (grade.missing === 1) return t('identifications:grade.last_missing');
  if (!grade.missing) return t('identifications:grade.needs_id');
  return t('identifications:grade.more_missing', { number: number(grade.missing, language) });
}

/** Takes over the community's name by an edit of the record, which its history keeps. */
function UseName({ record, taxon }: { record: LocalObservation; taxon: TaxonSummary }) {
  const t = useRecordTranslation('identifications');
  const take = async () => {
    try {
      const draft = { ...pickDraft(record), taxon_id: taxon.id, uncertain: false };
      await saveObservation(currentDatabase(), draft, [], { id: record.id, user: record.user, taxon });
      notifier.show('positive', t('identifications:name_used'));
    } catch (error) {
      notifier.show('negative', t('observations:outbox.failed'), { cause: error });
    }
  };
  return (
    <Button variant="default" onClick={() => void take()}>
      {t('identifications:use_name')}
    </Button>
  );
}
