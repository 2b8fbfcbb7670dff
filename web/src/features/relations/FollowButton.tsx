import { Button } from '@mantine/core';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type RelatedPerson, useSetRelation } from './data';

interface Props {
  person: RelatedPerson;
  isFollowed: boolean;
}

/** Follows a person, or ends that. */
export function FollowButton({ person, isFollowed }: Props) {
  const { t } = useTranslation('relations');
  const set = useSetRelation();
  return (
    <Button
      variant={isFollowed ? 'default' : 'light'}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? `${t('followed')} ${person.name}` : t('follow_person', { name: person.name })}
      leftSection={isFollowed ? <IconCheck size={18} aria-hidden /> : <IconPlus size={18} aria-hidden />}
      onClick={() => void set('follow', person, !isFollowed)}
    >
      {isFollowed ? t('followed') : t('follow')}
    </Button>
  );
}
