import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useWriting } from './data';

/** Leads to the conversation with a person. Not there for people who accept no message of the user and have never had one. */
export function MessageButton({ person }: { person: { id: string; name: string } }) {
  const { t } = useTranslation('messages');
  const known = useWriting(person.id);
  const isClosed = known?.writing === 'nobody' || known?.writing === 'followed';
  if (!known || (isClosed && !known.hasMessages)) return null;
  return (
    <Button
      component={Link}
      to={`/messages/${person.id}`}
      variant="default"
      aria-label={`${t('message')}: ${person.name}`}
      leftSection={<IconMail size={18} aria-hidden />}
    >
      {t('message')}
    </Button>
  );
}
