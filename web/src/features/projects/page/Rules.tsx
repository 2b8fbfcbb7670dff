import { Anchor } from '@mantine/core';
import { IconCalendar, IconCamera, IconCheck, IconLeaf, IconMapPin, IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { countryName } from '../../../i18n/format';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import type { Project } from '../data';
import { daysInWords } from '../words';
import classes from './page.module.css';

/** Which records count for a project, and who organises it. */
export function Rules({ project }: { project: Project }) {
  const { t } = useTranslation(['projects', 'common']);
  const language = useLanguage();
  const { area, taxa, groups, organisers } = project;
  const list = (words: readonly string[]) => new Intl.ListFormat(language).format(words);
  const where =
    area.type === 'worldwide'
      ? t('common:location.worldwide')
      : area.type === 'countries'
        ? list(area.countries.map((code) => countryName(code, language)))
        : t('rule.polygon');
  const what = [...taxa.map(({ name }) => name), ...groups.map((group) => t(`common:group.${group}`))];
  return (
    <section aria-labelledby="rules">
      <SectionTitle id="rules">{t('rules')}</SectionTitle>
      <ul className={classes.rules}>
        <li className={classes.rule}>
          <IconCalendar size={20} aria-hidden /> {daysInWords(project, language)}
        </li>
        <li className={classes.rule}>
          <IconMapPin size={20} aria-hidden /> {where}
        </li>
        <li className={classes.rule}>
          <IconLeaf size={20} aria-hidden /> {what.length > 0 ? list(what) : t('rule.all_taxa')}
        </li>
        {project.photo_required && (
          <li className={classes.rule}>
            <IconCamera size={20} aria-hidden /> {t('rule.photo')}
          </li>
        )}
        {project.confirmed_only && (
          <li className={classes.rule}>
            <IconCheck size={20} aria-hidden /> {t('rule.confirmed')}
          </li>
        )}
        {organisers.length > 0 && (
          <li className={classes.rule}>
            <IconUsers size={20} aria-hidden />
            <span>
              {t('organised_by')}{' '}
              {organisers.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Anchor component={Link} to={`/profile/${id}`}>
                    {name}
                  </Anchor>
                </span>
              ))}
            </span>
          </li>
        )}
      </ul>
      <p className={classes.quiet}>{t('rule.hidden')}</p>
    </section>
  );
}
