import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { type RelatedPerson, useSetRelation } from './data';
import classes from './BlockedPerson.module.css';

/** Instead of the profile of a person that the user has blocked. `more`: what other features add. */
export function BlockedPerson({ person, more }: { person: RelatedPerson; more?: ReactNode }) {
  const { t } = useTranslation('relations');
  const set = useSetRelation();
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={person.name}
      headingLevel={1}
      sentence={t('blocked_person')}
      action={
        <div className={classes.blocked}>
          <Button variant="default" onClick={() => void set('block', person, false)}>
            {t('end.block')}
          </Button>
          {more}
        </div>
      }
    />
  );
}
