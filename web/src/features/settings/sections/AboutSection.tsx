import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Section, type SectionProps } from '../Section';
import classes from '../settings.module.css';

/** The version, the server, and whose work is in the app. */
export function AboutSection({ id, title }: SectionProps) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Section id={id} title={title}>
      <dl className={classes.facts}>
        <div>
          <dt>{t('about.version')}</dt>
          <dd>{__APP_VERSION__}</dd>
        </div>
        <div>
          <dt>{t('about.server')}</dt>
          <dd>{location.host}</dd>
        </div>
        <div>
          <dt>{t('about.software')}</dt>
          <dd>{t('about.license')}</dd>
        </div>
        <div>
          <dt>{t('town_names')}</dt>
          <dd>
            <Anchor href="https://www.geonames.org" target="_blank" rel="noreferrer">
              GeoNames
            </Anchor>{' '}
            (CC BY 4.0)
          </dd>
        </div>
        <div>
          <dt>{t('about.map')}</dt>
          <dd>
            <Anchor href="https://www.naturalearthdata.com" target="_blank" rel="noreferrer">
              Natural Earth
            </Anchor>
          </dd>
        </div>
      </dl>
      <Anchor component={Link} className={classes.link} to="/feedback">
        {t('common:screens.feedback')}
      </Anchor>
    </Section>
  );
}
