import { Modal } from '@mantine/core';
import type { PackSpecies } from '@veld/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { number } from '../../i18n/format';
import type { KeptPack } from '../../local/tile-requests/kept-packs';
import { GroupIcon } from '../../ui/GroupIcon';
import { ScientificName } from '../../ui/ScientificName';
import { TaxonRowSkeletons } from '../../ui/Skeletons';
import { useLanguage } from '../../shared/session/session';
import { usePackSpecies } from './data';
import classes from './tile-requests.module.css';

/** The commonest species of an offline map, the most recorded first. */
export default function SpeciesDialog({ pack, onClose }: { pack: KeptPack; onClose: () => void }) {
  const { t } = useTranslation(['tile-requests', 'common']);
  const species = usePackSpecies(pack);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('species.title', { name: pack.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      {species === undefined && <TaxonRowSkeletons count={4} label={t('loading')} />}
      {species?.length === 0 && <p>{t('species.none')}</p>}
      {species === null && <p role="alert">{t('species.failed')}</p>}
      <ul className={classes.species}>
        {species?.map((one) => (
          <li key={one.id}>
            <Row species={one} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}

function Row({ species: { id, name, scientific_name, group, records, picture } }: { species: PackSpecies }) {
  const { t } = useTranslation(['tile-requests', 'common']);
  const language = useLanguage();
  return (
    <Link className={classes.taxon} to={`/species/${id}`}>
      {picture ? (
        <img src={`data:image/webp;base64,${picture.image}`} alt="" loading="lazy" />
      ) : (
        <span className={classes.icon}>
          <GroupIcon group={group} size={32} />
        </span>
      )}
      <span className={classes.words}>
        {name}
        {name !== scientific_name && <ScientificName name={scientific_name} rank="species" />}
      </span>
      <span className={classes.note} aria-label={t('common:count.records', { count: records })}>
        {number(records, language)}
      </span>
    </Link>
  );
}
