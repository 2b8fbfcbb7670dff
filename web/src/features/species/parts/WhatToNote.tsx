import { listGroupFields, listLifeStages } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { ArticleLink } from '../../articles/ArticleLink';
import { attributeLabel } from '../../../shared/records/group-labels';
import { useRecordTranslation } from '../../../shared/records/use-record-translation';
import { readGroup, type Taxon } from '../../../shared/taxa/data';
import classes from './WhatToNote.module.css';

/** What is worth noting of a species besides its name, date and place: the fields of the form for its group. */
export function WhatToNote({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation('species');
  const record = useRecordTranslation();
  const group = readGroup(taxon);
  const stages = listLifeStages(group);
  const labels = [record('observations:field.count'), ...listGroupFields(group).map((field) => attributeLabel(field, record))];
  return (
    <section>
      <SectionTitle>{t('page.to_note')}</SectionTitle>
      <ul className={classes.fields}>
        {labels.map((label) => (
          <li key={label}>{label}</li>
        ))}
        {stages.length > 0 && (
          <li>
            {record('observations:field.life_stage')}
            <span className={classes.stages}>{stages.map((stage) => record(`common:stage.${stage}`)).join(', ')}</span>
          </li>
        )}
      </ul>
      <ArticleLink group={group} />
    </section>
  );
}
