import { Alert, Button, SegmentedControl } from '@mantine/core';
import { WORLDWIDE } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Quiz, QUIZ_MODES, type QuizMode } from '../../../local/guide/quiz';
import { TaxonRowSkeletons } from '../../../ui/Skeletons';
import { useAddressFilter } from '../../../ui/use-address-filter';
import { useIsOnline, useUser } from '../../../shared/session/session';
import { useLocationFilter } from '../../../shared/location/location-filter';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { useLocationSpecies, ListMissing } from '../../species/data';
import { pickDistinctions, useDistinctions } from '../../species/distinctions';
import type { Taxon } from '../../../shared/taxa/data';
import { groupFrom, GroupSelect } from '../../../shared/taxa/GroupSelect';
import { NamesState } from '../../../shared/taxa/NamesState';
import { beginRound } from './data';
import { askable, ROUND_SIZE } from './questions';
import classes from './Quiz.module.css';

/** Chooses what the next round is about. */
export function QuizStart({ quiz }: { quiz: Quiz }) {
  const { t } = useTranslation(['knowledge', 'species', 'common']);
  const [read, write] = useAddressFilter();
  const [location, setLocation] = useLocationFilter(useUser().country_code ?? WORLDWIDE);
  const group = groupFrom(read('group'));
  const mode: QuizMode = QUIZ_MODES.find((one) => one === read('mode')) ?? 'picture';
  const { list, country, isMissing } = useLocationSpecies(location, group);
  return (
    <div className={classes.start}>
      <SegmentedControl
        aria-label={t('quiz.mode')}
        value={mode}
        onChange={(next) => write({ mode: next === 'picture' ? null : next })}
        data={QUIZ_MODES.map((value) => ({ value, label: t(`quiz.modes.${value}`) }))}
      />
      <p className={classes.hint}>{t(`quiz.about.${mode}`)}</p>
      <div className={classes.selects}>
        <LocationSelect value={location} onChange={setLocation} />
        <GroupSelect value={group} onChange={(next) => write({ group: next })} />
      </div>
      {isMissing && country ? (
        <ListMissing country={country} />
      ) : !list ? (
        <div className={classes.loading}>
          <TaxonRowSkeletons label={t('common:taxonomy.loading')} count={1} />
        </div>
      ) : list.length === 0 && !group ? (
        <div className={classes.loading}>
          <NamesState />
        </div>
      ) : (
        <Begin key={`${location} ${group} ${mode}`} list={list} quiz={quiz} mode={mode} onNames={() => write({ mode: 'name' })} />
      )}
    </div>
  );
}

interface BeginProps {
  list: readonly Taxon[];
  quiz: Quiz;
  mode: QuizMode;
  onNames: () => void;
}

function Begin({ list, quiz, mode, onNames }: BeginProps) {
  const { t } = useTranslation('knowledge');
  const isOnline = useIsOnline();
  const distinctions = useDistinctions();
  const [isBusy, setBusy] = useState(false);
  /** How many could be asked, after a try that found too few. */
  const [found, setFound] = useState<number | null>(null);
  const count = askable(list, mode).length;
  const [now] = useState(() => Date.now());
  const due = askable(list, mode).filter(({ id }) => (quiz[mode][String(id)]?.due ?? Infinity) <= now).length;
  const isTooFew = count < ROUND_SIZE || found !== null;
  const begin = async () => {
    setBusy(true);
    try {
      const lookAlikesOf = (id: number) => pickDistinctions(distinctions, id).map(({ other_id }) => other_id);
      setFound(await beginRound(list, quiz, mode, now, lookAlikesOf));
    } finally {
      setBusy(false);
    }
  };
  if (isTooFew) {
    const reason =
      mode === 'name'
        ? t('quiz.too_few.names', { count: found ?? count })
        : found !== null && !isOnline
          ? t('quiz.too_few.offline', { count: found })
          : t('quiz.too_few.pictures', { count: found ?? count });
    return (
      <Alert role="status">
        <p className={classes.reason}>{reason}</p>
        {mode === 'picture' && <Button onClick={onNames}>{t('quiz.names_instead')}</Button>}
      </Alert>
    );
  }
  return (
    <>
      <p className={classes.hint}>
        {t('quiz.species', { count })} {due > 0 && t('quiz.due', { count: due })}
      </p>
      <Button size="md" loading={isBusy} onClick={() => void begin()}>
        {t('quiz.start')}
      </Button>
    </>
  );
}
