import { Button, Modal } from '@mantine/core';
import { IconMessageQuestion } from '@tabler/icons-react';
import type { Expert, TaxonGroup } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import { LoadFailure } from '../../shared/records/lists/ListParts';
import { type AnyObservation, formatRecordName, isOwn, useRecordTranslation } from '../../shared/records/record-labels';
import { useLanguage } from '../../shared/session/session';
import { useNamedRecord } from '../../shared/taxa/names';
import { Avatar } from '../../ui/avatar/Avatar';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import classes from './AskExpert.module.css';
import { useExperts } from './data';

/** What the address of a conversation says about a question that begins there. */
export interface AskState {
  /** The name of the record, for the mark that it is attached. */
  recordName: string;
  group: TaxonGroup;
}

/** Asks somebody who knows the group of a record: one tap leads to a conversation with a question that is ready to send. */
export function AskExpert({ record: given }: { record: AnyObservation }) {
  const t = useRecordTranslation('messages');
  const [isOpen, setOpen] = useState(false);
  // The server has to know it, to know whom to ask.
  if (isOwn(given) && given.version === 0) return null;
  return (
    <>
      <Button
        variant="default"
        className={classes.open}
        leftSection={<IconMessageQuestion size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('messages:ask.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('messages:ask.open')}
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <Experts record={given} />
      </Modal>
    </>
  );
}

function Experts({ record: given }: { record: AnyObservation }) {
  const t = useRecordTranslation('messages');
  const record = useNamedRecord(given);
  const { data, error, refetch } = useExperts(record.id);
  if (!data)
    return error ? (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    ) : (
      <TaxonRowSkeletons count={3} label={t('messages:loading')} />
    );
  const { people, group } = data;
  if (group === null || people.length === 0) {
    return (
      <>
        <p className={classes.lead}>{t(group === null ? 'messages:ask.no_group' : 'messages:ask.nobody')}</p>
        <Button component={Link} to={group === null ? '/identify' : `/identify?group=${group}`} variant="default">
          {t('messages:ask.queue')}
        </Button>
      </>
    );
  }
  return (
    <>
      <p className={classes.lead}>{t('messages:ask.lead')}</p>
      <ul className={classes.people}>
        {people.map((person) => (
          <li key={person.id}>
            <Link
              className={classes.person}
              to={`/messages/${person.id}?about=${record.id}`}
              state={{ recordName: formatRecordName(record, t), group } satisfies AskState}
            >
              <Avatar person={person} />
              <span className={classes.words}>
                <span dir="auto">{person.name}</span>
                <Standing person={person} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Why somebody is asked. */
function Standing({ person: { is_expert: isExpert, agreed } }: { person: Expert }) {
  const { t } = useTranslation('messages');
  const language = useLanguage();
  const facts = [isExpert && t('ask.expert'), agreed > 0 && t('ask.agreed', { count: agreed, number: number(agreed, language) })];
  return <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>;
}
