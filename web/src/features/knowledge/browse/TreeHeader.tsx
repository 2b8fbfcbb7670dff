import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageHeader } from '../../../ui/PageHeader';
import { ScientificName } from '../../../ui/ScientificName';
import { speciesAddress, type Taxon, useParents } from '../../../shared/taxa/data';
import { rankLabel } from '../../../shared/taxa/rank-label';
import { useGuideAddress } from './filters';
import { stepsAbove } from './tree';
import classes from './TreeHeader.module.css';

/** The name of a taxon of the tree, with the way to it. */
export function TreeHeader({ taxon }: { taxon: Taxon }) {
  const { t } = useTranslation(['knowledge', 'common']);
  const addressOf = useGuideAddress();
  const steps = stepsAbove(useParents(taxon.id) ?? []);
  const rank = rankLabel(taxon.rank, t);
  return (
    <>
      <nav aria-label={t('tree.path')}>
        <ol className={classes.path}>
          <li>
            <Link to={addressOf({ view: 'tree' })}>{t('tree.top')}</Link>
          </li>
          {steps.map((step) => (
            <li key={step.id}>
              <Link to={addressOf({ view: 'tree', taxon: step.id })}>{step.name}</Link>
            </li>
          ))}
          <li aria-current="page">{taxon.name}</li>
        </ol>
      </nav>
      <PageHeader
        title={taxon.name}
        lead={
          <>
            {rank} {taxon.name !== taxon.scientific_name && <ScientificName name={taxon.scientific_name} rank={taxon.rank} />}
          </>
        }
        actions={
          <Anchor component={Link} to={speciesAddress(taxon.id)}>
            {t('tree.page')}
          </Anchor>
        }
        takesFocus
      />
    </>
  );
}
