import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/PageHeader';
import { Filters } from './filter/Filters';
import type { Screen } from './use-screen';

/** Page header and filters. */
export function Top({ screen: { filter, location, change, setLocation } }: { screen: Screen }) {
  const { t } = useTranslation(['map', 'common']);
  return (
    <>
      <PageHeader title={t('common:screens.map')} lead={t(filter.isEveryone ? 'lead_everyone' : 'lead')} />
      <Filters filter={filter} location={location} onChange={change} onLocation={setLocation} />
    </>
  );
}
