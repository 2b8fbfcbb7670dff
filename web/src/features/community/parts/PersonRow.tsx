import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/session/session';
import { countryName } from '../../../i18n/format';
import { Avatar } from '../../../ui/avatar/Avatar';
import { FollowButton } from '../../relations/FollowButton';
import type { CommunityUser } from '../data';
import classes from './PersonRow.module.css';

interface Props {
  person: CommunityUser;
  isMe: boolean;
  isFollowed: boolean;
  /** False where everybody in the list is of the same country. */
  hasCountry: boolean;
}

/** A person with their counts, who can be followed; the user is marked. */
export function PersonRow({ person, isMe, isFollowed, hasCountry }: Props) {
  const { t } = useTranslation(['community', 'common']);
  const language = useLanguage();
  const { id, name, country_code, is_pro, observations, species } = person;
  const marks = [isMe && t('you'), is_pro && t('pro')].filter((mark) => mark !== false);
  return (
    <li className={classes.item} data-me={isMe || undefined}>
      <Link className={classes.row} to={isMe ? '/profile' : `/profile/${id}`}>
        <Avatar person={person} />
        <span className={classes.text}>
          <span className={classes.words}>
            <span className={classes.name}>
              <bdi dir="auto">{name}</bdi>
              {marks.map((mark) => (
                <span key={mark} className={classes.mark}>
                  {mark}
                </span>
              ))}
            </span>
            {hasCountry && country_code && <span className={classes.country}>{countryName(country_code, language)}</span>}
          </span>
          <span className={classes.figures}>
            <span className={classes.species}>{t('common:count.species', { count: species })}</span>
            <span>{t('common:count.records', { count: observations })}</span>
          </span>
        </span>
      </Link>
      <div className={classes.follow}>{!isMe && person.is_listed && <FollowButton person={person} isFollowed={isFollowed} />}</div>
    </li>
  );
}
