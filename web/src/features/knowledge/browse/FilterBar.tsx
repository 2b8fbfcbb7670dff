import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { countryName, monthName } from '../../../i18n/format';
import { useLanguage } from '../../../shared/session/session';
import { LocationSelect } from '../../../shared/location/LocationSelect';
import { useSourceText } from '../../../shared/frequencies/words';
import { type GuideFilterControls, type GuideSpecies, SEEN_FILTERS, useGuideAddress } from './filters';
import { ListMissing } from '../../species/data';
import classes from './FilterBar.module.css';

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

/** Where, when, and whether seen. */
export function FilterBar({ controls }: { controls: GuideFilterControls }) {
  const { t } = useTranslation(['knowledge', 'species', 'common']);
  const language = useLanguage();
  const { filters, setLocation, write } = controls;
  return (
    <div className={classes.selects}>
      <LocationSelect value={filters.location} onChange={setLocation} />
      <NativeSelect
        aria-label={t('filter.month')}
        value={String(filters.month ?? '')}
        onChange={(event) => write({ month: event.currentTarget.value })}
        data={[
          { value: '', label: t('filter.whole_year') },
          ...MONTHS.map((month) => ({ value: String(month), label: monthName(month, language) })),
        ]}
      />
      <NativeSelect
        aria-label={t('filter.seen')}
        value={filters.seen ?? ''}
        onChange={(event) => write({ seen: event.currentTarget.value })}
        data={[
          { value: '', label: t('filter.seen_or_not') },
          ...SEEN_FILTERS.map((one) => ({ value: one, label: t(`species:view.${one}`) })),
        ]}
      />
    </div>
  );
}

/** What the month did, and whether the list is missing, in words. */
export function FilterNotes({ found, month }: { found: GuideSpecies; month: number | null }) {
  const { t } = useTranslation(['knowledge', 'species']);
  const language = useLanguage();
  const sourceText = useSourceText();
  const { country, month: result, isMissing } = found;
  const place = country ? countryName(country, language) : '';
  if (isMissing && country)
    return (
      <div className={classes.note}>
        <ListMissing country={country} />
      </div>
    );
  if (month === null || !result) return null;
  if (result.kind === 'worldwide') return <Note>{t('month.worldwide')}</Note>;
  const values = { country: place, month: monthName(month, language) };
  if (result.kind !== 'applied') return <Note>{t(`month.${result.kind}`, values)}</Note>;
  return (
    <Note>
      {t('month.applied')} {sourceText({ area: 'country', country: country!, month, of: result.of }, month)}
    </Note>
  );
}

const Note = ({ children }: { children: React.ReactNode }) => (
  <p className={classes.note} role="status">
    {children}
  </p>
);

/** Switches between groups and the tree. Each has its address. */
export function ViewSwitch({ isTree }: { isTree: boolean }) {
  const { t } = useTranslation('knowledge');
  const addressOf = useGuideAddress();
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={t('view.label')}
      value={isTree ? 'tree' : 'groups'}
      onChange={(view) => void navigate(addressOf(view === 'tree' ? { view } : {}))}
      data={(['groups', 'tree'] as const).map((value) => ({ value, label: t(`view.${value}`) }))}
    />
  );
}
