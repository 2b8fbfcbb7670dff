import { UnstyledButton } from '@mantine/core';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionTitle } from '../../../ui/SectionTitle';
import { useLanguage } from '../../../shared/session/session';
import { usePlaceWords } from '../../../shared/geo/data';
import { formatRecordCoordinates } from '../../../shared/records/record-labels';
import classes from './CellList.module.css';
import { type CellInView, cellsInView } from './cells-in-view';
import type { Layer } from './overlay';
import type { Tapped } from './taps';

interface Props {
  map: MapLibre;
  layer: Layer;
  onChoose: (what: Tapped) => void;
}

/** The cells in view as a list: the equivalent of tapping them, for keyboards and screen readers. */
export function CellList({ map, layer, onChoose }: Props) {
  const { t } = useTranslation(['map', 'common']);
  const [cells, setCells] = useState<readonly CellInView[]>([]);
  useEffect(() => {
    const read = () => setCells(cellsInView(map));
    if (map.loaded()) read();
    map.on('idle', read);
    return () => void map.off('idle', read);
  }, [map]);
  if (cells.length === 0) return null;
  return (
    <>
      <SectionTitle level={3}>{t(layer === 'effort' ? 'cells_effort' : 'cells')}</SectionTitle>
      <ul className={classes.cells}>
        {cells.map((cell) => (
          <li key={cell.key}>
            <UnstyledButton className={classes.cell} onClick={() => onChoose(cell.tapped)}>
              <Words cell={cell} />
              <span className={classes.count}>
                {layer === 'effort' ? t('person_days', { count: cell.count }) : t('common:count.records', { count: cell.count })}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

function Words({ cell }: { cell: CellInView }) {
  const words = usePlaceWords(cell.centre);
  const language = useLanguage();
  return <span>{words ?? formatRecordCoordinates(cell.centre, language)}</span>;
}
