import { Button } from '@mantine/core';
import { RELATION_KINDS } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar/Avatar';
import { type Relation, type RelationKind, useRelations, useSetRelation } from '../../relations/data';
import { NeedsNetwork } from '../sections/SessionSection';
import { Section, SectionPart, type SectionProps } from '../Section';
import shared from '../settings.module.css';
import classes from './PeopleSection.module.css';

/** The people that the user follows, has muted or has blocked; each relation can be ended. */
export function PeopleSection({ id, title }: SectionProps) {
  const { t } = useTranslation('settings');
  const { people, isLoading, isUnreachable, retry } = useRelations();
  return (
    <Section id={id} title={title} lead={t('people.lead')}>
      {isUnreachable && <NeedsNetwork onRetry={retry} />}
      {isLoading && (
        <p className={shared.quiet} role="status">
          {t('loading')}
        </p>
      )}
      {!isLoading &&
        !isUnreachable &&
        RELATION_KINDS.map((kind) => <PeopleOfKind key={kind} kind={kind} people={people.filter((one) => one.kind === kind)} />)}
    </Section>
  );
}

function PeopleOfKind({ kind, people }: { kind: RelationKind; people: readonly Relation[] }) {
  const { t } = useTranslation('relations');
  const set = useSetRelation();
  return (
    <SectionPart id={kind} title={t(`list.${kind}`)}>
      {people.length === 0 && <p className={shared.quiet}>{t(`none.${kind}`)}</p>}
      <ul className={shared.list}>
        {people.map(({ user }) => (
          <li key={user.id} className={shared.item}>
            <span className={classes.person}>
              <Avatar person={user} />
              {kind === 'block' ? (
                <span dir="auto">{user.name}</span>
              ) : (
                <Link dir="auto" to={`/profile/${user.id}`}>
                  {user.name}
                </Link>
              )}
            </span>
            <Button variant="default" aria-label={t(`end_of.${kind}`, { name: user.name })} onClick={() => void set(kind, user, false)}>
              {t(`end.${kind}`)}
            </Button>
          </li>
        ))}
      </ul>
    </SectionPart>
  );
}
