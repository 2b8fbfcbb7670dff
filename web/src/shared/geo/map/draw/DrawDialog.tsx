import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { PlaceGeometry } from '@veld/contract';
import { measureArea, measureLength, type Position, toPoint, unwrapLine } from '@veld/geometry';
import type { Map as MapLibre } from 'maplibre-gl';
import { useEffectEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { area } from '../../../../i18n/units';
import { distance } from '../../../../i18n/format';
import { steadyFocus } from '../../../../ui/steady-focus';
import { useLanguage, useUser } from '../../../session/session';
import { PlaceSearch } from '../../search/PlaceSearch';
import { BaseMap } from '../BaseMap';
import { type MapPoint, type MapStart, readMapPoint } from '../map-view';
import { Cross, MapDialog } from '../MapDialog';
import { usePickerStart, zoomOfPlace } from '../picker-start';
import type { Overlay } from '../style/map-style';
import { type DrawGestures, listenForDrawing } from './draw-gestures';
import {
  type Drawing,
  type DrawingFault,
  type DrawingSteps,
  findDrawingFault,
  listDrawnFeatures,
  readDrawnGeometry,
  shapeSoFar,
  stepsFrom,
  useDrawing,
  withNext,
} from './drawing';
import classes from './DrawDialog.module.css';

const DRAWING = 'drawing';

const DRAW_OVERLAY: Overlay = {
  sources: { [DRAWING]: {} },
  layers: (colours) => [
    {
      id: 'drawing_area',
      type: 'fill',
      source: DRAWING,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.record, 'fill-opacity': 0.18 },
    },
    {
      id: 'drawing_line',
      type: 'line',
      source: DRAWING,
      filter: ['!=', ['geometry-type'], 'Point'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': colours.record, 'line-width': 3 },
    },
    {
      id: 'drawing_vertices',
      type: 'circle',
      source: DRAWING,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': ['case', ['get', 'chosen'], 9, 7],
        'circle-color': ['case', ['get', 'chosen'], colours['record-ring'], colours.record],
        'circle-stroke-color': ['case', ['get', 'chosen'], colours.record, colours['record-ring']],
        'circle-stroke-width': ['case', ['get', 'chosen'], 4, 2],
      },
    },
  ],
};

export interface DrawProps {
  /** The shape so far. */
  geometry: PlaceGeometry | null;
  /** The place so far, where the map begins. */
  place: MapPoint | null;
  /** Whether a new shape is an area. */
  isArea: boolean;
  /** A drawing to go on with. */
  kept: DrawingSteps | null;
  onDraw: (geometry: PlaceGeometry) => void;
  onClose: (steps: DrawingSteps) => void;
}

/** So close that a garden or a pond can be drawn. */
const CLOSEST = 17;
const POINT_ZOOM = 13;
/** No vertex lies under the buttons of the map. */
const MARGIN_PX = 64;

/** Draws a line or an area: by taps, or by moving the map under a cross and adding the point there, with a thumb or with keys. */
export default function DrawDialog({ geometry, place, isArea, kept, onDraw, onClose }: DrawProps) {
  const { t } = useTranslation('geo');
  const atPlace = usePickerStart(place, POINT_ZOOM);
  const { steps, add, remove, move, tap, step, setArea, startDrag, drag, undo } = useDrawing(() => kept ?? stepsFrom(geometry, isArea));
  const { drawing } = steps;
  // Where the map began, whatever is drawn on it.
  const [drawn] = useState(() => (drawing.vertices.length > 0 ? boundsOf(drawing.vertices) : null));
  const start = drawn ?? atPlace;
  const [map, setMap] = useState<MapLibre | null>(null);
  const data = useMemo(() => ({ [DRAWING]: listDrawnFeatures(drawing) }), [drawing]);
  const vertices = useEffectEvent(() => drawing.vertices);
  const onAdd = useEffectEvent<DrawGestures['onAdd']>(add);
  const onVertex = useEffectEvent<DrawGestures['onVertex']>(tap);
  const onDragStart = useEffectEvent<DrawGestures['onDragStart']>(startDrag);
  const onDrag = useEffectEvent<DrawGestures['onDrag']>(drag);
  const onRemove = useEffectEvent<DrawGestures['onRemove']>(remove);
  const onUndo = useEffectEvent<DrawGestures['onUndo']>(undo);

  return (
    <MapDialog title={t('draw.title')} onClose={() => onClose(steps)} closeOnClickOutside={false}>
      <SegmentedControl
        className={classes.kind}
        aria-label={t('draw.kind')}
        value={drawing.isArea ? 'area' : 'line'}
        onChange={(value) => setArea(value === 'area')}
        data={[
          { value: 'area', label: t('draw.area') },
          { value: 'line', label: t('draw.line') },
        ]}
      />
      <PlaceSearch
        className={classes.search}
        onChoose={(found) =>
          map?.jumpTo({
            center: [found.longitude, found.latitude],
            zoom: zoomOfPlace(found, POINT_ZOOM),
          })
        }
      />
      <div className={classes.map}>
        {start && (
          <BaseMap
            label={`${t('draw.title')}. ${t('draw.keys')}`}
            start={start}
            overlay={DRAW_OVERLAY}
            data={data}
            onMap={(one) => {
              setMap(one);
              const end = listenForDrawing(one, { vertices, onAdd, onVertex, onDragStart, onDrag, onRemove, onUndo });
              return () => {
                end();
                setMap(null);
              };
            }}
          >
            <Cross />
          </BaseMap>
        )}
      </div>
      <p className={classes.hint}>
        {t('draw.hint')} <span className={classes.keys}>{t('draw.keys')}</span>
      </p>
      <DrawActions
        drawing={drawing}
        fault={findDrawingFault(drawing)}
        onStep={(by) => {
          const { chosen, vertices: all } = withNext(drawing, by);
          if (chosen !== null) map?.easeTo({ center: [...all[chosen]!] });
          step(by);
        }}
        onAdd={map && (() => add(centreOf(map)))}
        onMove={map && (() => drawing.chosen !== null && move(drawing.chosen, centreOf(map)))}
        onRemove={remove}
        onUndo={steps.before.length > 0 ? undo : null}
        onUse={() => {
          const shape = readDrawnGeometry(drawing);
          if (shape) onDraw(shape);
        }}
      />
    </MapDialog>
  );
}

function centreOf(map: MapLibre): [number, number] {
  const { latitude, longitude } = readMapPoint(map.getCenter());
  return [longitude, latitude];
}

function boundsOf(vertices: readonly Position[]): MapStart {
  const points = unwrapLine(vertices);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    west: Math.min(...xs),
    east: Math.max(...xs),
    south: Math.min(...ys),
    north: Math.max(...ys),
    closest: CLOSEST,
    margin: MARGIN_PX,
  };
}

interface Props {
  drawing: Drawing;
  fault: DrawingFault | null;
  /** To the next or the previous vertex. */
  onStep: (by: 1 | -1) => void;
  /** For the point under the cross; null without a map. */
  onAdd: (() => void) | null;
  onMove: (() => void) | null;
  onRemove: () => void;
  /** Null if there is nothing to undo. */
  onUndo: (() => void) | null;
  onUse: () => void;
}

/** What is drawn so far, in words, and the buttons that change it. */
function DrawActions({ drawing, fault, onStep, onAdd, onMove, onRemove, onUndo, onUse }: Props) {
  const { t } = useTranslation(['geo', 'common']);
  const size = useSize(drawing);
  const { vertices, chosen } = drawing;
  const isEmpty = vertices.length === 0;
  const number = chosen === null ? null : chosen + 1;
  return (
    <div ref={steadyFocus} className={classes.box}>
      <div className={classes.steps}>
        <div role="status" className={classes.state}>
          <p className={classes.points}>
            {number === null ? t('draw.points', { number: vertices.length }) : t('draw.point', { number, total: vertices.length })}
            {size && ` · ${size}`}
          </p>
          {fault !== null && !isEmpty && <p>{t(`draw.fault.${fault}`)}</p>}
        </div>
        <ActionIcon
          variant="default"
          aria-label={t('draw.previous')}
          title={t('draw.previous')}
          disabled={isEmpty}
          onClick={() => onStep(-1)}
        >
          <IconChevronLeft size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={t('draw.next')} title={t('draw.next')} disabled={isEmpty} onClick={() => onStep(1)}>
          <IconChevronRight size={20} aria-hidden />
        </ActionIcon>
      </div>
      <div className={classes.actions}>
        <Button variant="default" disabled={!onAdd} onClick={onAdd ?? undefined}>
          {t('draw.add')}
        </Button>
        {chosen !== null && (
          <Button variant="default" disabled={!onMove} onClick={onMove ?? undefined}>
            {t('draw.move')}
          </Button>
        )}
        <Button variant="default" disabled={isEmpty} onClick={onRemove}>
          {t('draw.remove')}
        </Button>
        <Button variant="default" disabled={!onUndo} onClick={onUndo ?? undefined}>
          {t('common:action.undo')}
        </Button>
        <Button className={classes.use} disabled={fault !== null} onClick={onUse}>
          {t('draw.use')}
        </Button>
      </div>
    </div>
  );
}

/** The length of a line or the size of an area so far; null for a single point. */
function useSize(drawing: Drawing): string | null {
  const language = useLanguage();
  const { units } = useUser().preferences;
  const shape = shapeSoFar(drawing);
  if (!shape) return null;
  if (shape.type === 'LineString') return distance(measureLength(shape.coordinates.map(toPoint)), units, language);
  return area(measureArea(shape.coordinates), units, language);
}
