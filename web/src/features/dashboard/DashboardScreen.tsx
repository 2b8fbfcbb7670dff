import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CardGrid } from '../../ui/CardGrid';
import { SectionTitle } from '../../ui/SectionTitle';
import { OwnRecordCard, useSyncStates } from '../observations/data';
import classes from './DashboardScreen.module.css';
import { useDrafts, useOwnYear } from './data';
import { Drafts } from './parts/Drafts';
import { FirstSteps } from './parts/FirstSteps';
import { Hero } from './parts/Hero';
import { LikelyStrip } from './parts/LikelyStrip';
import { SyncLine } from './parts/SyncLine';
import { YearTiles } from './parts/YearTiles';

const LATEST = 4;

/** Today: the home of everybody who is logged in, drawn from the device alone. */
export default function DashboardScreen() {
  const { t } = useTranslation('dashboard');
  const own = useOwnYear();
  const drafts = useDrafts();
  const states = useSyncStates();
  if (!own || !drafts) return null;
  const { records, year, weeks } = own;
  const isFresh = records.length === 0;

  return (
    <>
      <Hero isFresh={isFresh && drafts.length === 0} />
      <div className={classes.columns} data-fresh={isFresh || undefined}>
        <div className={classes.aside}>
          <SyncLine />
          <Drafts drafts={drafts} />
          {!isFresh && <YearTiles species={year.species} records={year.records} weeks={weeks} />}
        </div>
        <div className={classes.main}>
          {isFresh ? (
            <FirstSteps />
          ) : (
            <section aria-labelledby="latest">
              <SectionTitle
                id="latest"
                action={
                  <Anchor className={classes.all} component={Link} to="/profile">
                    {t('see_all')}
                  </Anchor>
                }
              >
                {t('latest')}
              </SectionTitle>
              <CardGrid>
                {records.slice(0, LATEST).map((record, index) => (
                  <OwnRecordCard key={record.id} record={record} syncState={states?.get(record.id)} isFirst={index < 2} />
                ))}
              </CardGrid>
            </section>
          )}
        </div>
      </div>
      <div className={classes.likely}>
        <LikelyStrip />
      </div>
    </>
  );
}
