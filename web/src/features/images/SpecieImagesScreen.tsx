import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { TAXON_GROUPS, type TaxonGroup } from '@veld/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Binoculars } from '../../ui/drawings/Binoculars';
import { EmptyState } from '../../ui/EmptyState';
import { PageHeader } from '../../ui/PageHeader';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useAddressFilter } from '../../ui/use-address-filter';
import { type Taxon, taxonIdFrom, useTaxon } from '../taxa/data';
import { useMissing } from './data';
import { MissingList } from './MissingList';
import { Workbench } from './Workbench';
import classes from './SpecieImagesScreen.module.css';

export default function SpecieImagesScreen() {
  const { t } = useTranslation(['images', 'common']);
  const [group, setGroup] = useState<TaxonGroup | null>(null);
  const [text, setText] = useState('');
  const [read, write] = useAddressFilter();
  const chosenId = taxonIdFrom(read('taxon'));
  const chosen = useTaxon(chosenId) ?? null;
  const setChosen = (taxon: Taxon | null) => write({ taxon: taxon && String(taxon.id) });
  const { taxa, hasMore, more, doneCount } = useMissing(group, text);

  /** Selects the next species, or the first at the end. A species that just got its image is no longer in the list. */
  const next = () => {
    if (!taxa || !chosen) return;
    const at = taxa.findIndex((taxon) => taxon.id === chosen.id);
    const following = at < 0 ? taxa.find((taxon) => comesAfter(taxon, chosen)) : taxa[at + 1];
    setChosen(following ?? taxa.find((taxon) => taxon.id !== chosen.id) ?? null);
  };

  return (
    <>
      <PageHeader title={t('common:screens.specie_images')} lead={doneCount > 0 ? t('done_count', { count: doneCount }) : t('lead')} />
      <div className={classes.columns} data-open={chosen !== null || undefined}>
        <section className={classes.side} aria-label={t(text.trim() === '' ? 'list' : 'search')}>
          <div className={classes.filters}>
            <TextInput
              aria-label={t('search')}
              placeholder={t('search')}
              type="search"
              leftSection={<IconSearch size={20} aria-hidden />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
            <NativeSelect
              aria-label={t('group')}
              value={group ?? ''}
              onChange={(event) => setGroup(TAXON_GROUPS.find((one) => one === event.currentTarget.value) ?? null)}
              data={[{ value: '', label: t('all_groups') }, ...TAXON_GROUPS.map((value) => ({ value, label: t(`common:group.${value}`) }))]}
            />
          </div>
          {taxa === undefined && <TaxonRowSkeletons label={t('common:taxonomy.loading')} />}
          {taxa?.length === 0 && (
            <EmptyState drawing={<Binoculars />} sentence={text.trim() === '' ? t('all_have_images') : t('none_found')} />
          )}
          {taxa && taxa.length > 0 && <MissingList taxa={taxa} chosenId={chosenId} onChoose={setChosen} onEnd={hasMore ? more : null} />}
        </section>
        <section className={classes.bench} aria-label={t('workbench')}>
          {chosen ? (
            <>
              <Button className={classes.back} variant="subtle" color="stone" onClick={() => setChosen(null)}>
                {t('back')}
              </Button>
              <Workbench key={chosen.id} taxon={chosen} onNext={next} />
            </>
          ) : (
            <EmptyState drawing={<Binoculars />} sentence={t('choose')} />
          )}
        </section>
      </div>
    </>
  );
}

/** Compares by the order of the list: most common first. */
function comesAfter(one: Taxon, other: Taxon): boolean {
  return one.rarity > other.rarity;
}
