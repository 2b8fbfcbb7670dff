import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState';
import { LostTrail } from '../../ui/drawings/LostTrail';
import { type RelatedPerson, useSetRelation } from './data';

/** Instead of the profile of a person whom the user has blocked. */
export function BlockedPerson({ person }: { person: RelatedPerson }) {
  const { t } = useTranslation('relations');
  const set = useSetRelation();
  return (
    <EmptyState
      drawing={<LostTrail />}
      title={person.name}
      headingLevel={1}
      sentence={t('blocked_person')}
      action={
        <Button variant="default" onClick={() => void set('block', person, false)}>
          {t('end.block')}
        </Button>
      }
    />
  );
}
