import { useTranslation } from 'react-i18next';
import { ScientificName } from '../../../ui/ScientificName';
import { readGroup } from '../../../shared/taxa/data';
import type { Heading } from './order';
import classes from './SystematicHeading.module.css';

const LEVELS = { class: 'h2', order: 'h3', family: 'h4' } as const;

/** The class, order or family of the species below it. */
export function SystematicHeading({ line }: { line: Heading }) {
  const { t } = useTranslation('common');
  const Level = LEVELS[line.heading];
  const scientific = line.taxon?.scientific_name ?? line.family;
  const name = line.taxon?.name ?? (line.family === null ? t(`group.${readGroup(line.example)}`) : line.family);
  return (
    <Level className={classes[line.heading]}>
      {name}
      {scientific && scientific !== name && (
        <ScientificName className={classes.scientific} name={scientific} rank={line.taxon?.rank ?? line.heading} />
      )}
    </Level>
  );
}
