import { Button, Modal } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ago, formatDate } from '../../../i18n/format';
import { LoadFailure } from '../../../shared/session/LoadFailure';
import { notifier, useLanguage } from '../../../shared/session/session';
import { SectionTitle } from '../../../ui/SectionTitle';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useActs, useDecision, useStanding } from './data';
import { PersonDecision } from './PersonDecision';
import classes from './CaseDialog.module.css';

interface Props {
  person: { id: string; name: string };
}

/** Opens what moderators can do about a person without a report. */
export default function ModerateButton({ person }: Props) {
  const { t } = useTranslation(['reports', 'common']);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" fullWidth leftSection={<IconGavel size={20} aria-hidden />} onClick={() => setOpen(true)}>
        {t('person.open')}
      </Button>
      {isOpen && (
        <Modal
          opened
          onClose={() => setOpen(false)}
          size="lg"
          title={<bdi dir="auto">{person.name}</bdi>}
          classNames={{ body: classes.body }}
          closeButtonProps={{ 'aria-label': t('common:action.close') }}
        >
          <ModeratePerson person={person} />
        </Modal>
      )}
    </>
  );
}

/** How a person is restricted, what moderators can do, and what they did so far. */
export function ModeratePerson({ person: { id, name } }: Props) {
  const { t } = useTranslation('reports');
  const { person, failure, retry } = useStanding(id);
  const decide = useDecision({ user_id: id });
  const [decided, setDecided] = useState(0);
  if (failure) return <LoadFailure error={failure} onRetry={retry} />;
  if (!person) return <TaxonRowSkeletons count={2} label={t('moderation.loading')} />;
  const onDecided = () => {
    setDecided(decided + 1);
    notifier.show('positive', t('person.done', { name }));
  };
  return (
    <>
      {person.is_actionable ? (
        // Another one after each act, with what is possible then.
        <PersonDecision key={decided} name={name} now={person} decide={decide} onDecided={onDecided} />
      ) : (
        <p className={classes.about}>{t('person.admin')}</p>
      )}
      <SoFar id={id} />
    </>
  );
}

/** What moderators have done about a person, the latest first. */
function SoFar({ id }: { id: string }) {
  const { t } = useTranslation(['reports', 'common']);
  const language = useLanguage();
  const { rows, more, isLoadingMore } = useActs({ user_id: id });
  if (!rows || rows.length === 0) return null;
  return (
    <section className={classes.decision}>
      <SectionTitle level={3}>{t('person.so_far')}</SectionTitle>
      <ul className={classes.acts}>
        {rows.map((act) => (
          <li key={act.id}>
            <p className={classes.quiet}>
              <strong>{t(act.is_automatic ? 'moderation.ended' : `moderation.done.${act.action}`)}</strong>
              <time dateTime={act.at}>{ago(act.at, language)}</time>
              {!act.is_automatic && <bdi dir="auto">{act.actor?.name ?? t('moderation.former')}</bdi>}
            </p>
            {act.until && (
              <p className={classes.about}>
                {t('person.set_until', { day: formatDate(new Date(act.until), language, { dateStyle: 'long' }) })}
              </p>
            )}
            {act.note && (
              <p dir="auto" className={classes.text}>
                {act.note}
              </p>
            )}
          </li>
        ))}
      </ul>
      {more && (
        <Button variant="default" loading={isLoadingMore} onClick={more}>
          {t('common:action.show_more')}
        </Button>
      )}
    </section>
  );
}
