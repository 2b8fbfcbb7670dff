import { ActionIcon } from '@mantine/core';
import {
  IconAppWindow,
  IconBinoculars,
  IconFlag,
  IconMap2,
  IconMapPin,
  IconNotebook,
  IconSettings,
  IconUser,
  IconX,
} from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChoiceKind, RecentChoice } from '../../local/device/recent-choices';
import { useNamed } from '../../shared/taxa/names';
import { Avatar } from '../../ui/avatar/Avatar';
import { TaxonPicture } from '../../ui/cards/TaxonRow';
import type { ScreenRoute } from '../../ui/feature';
import { ScientificName } from '../../ui/ScientificName';
import classes from './SearchOptions.module.css';

export interface ShownGroup {
  kind: ChoiceKind | 'recent';
  options: readonly RecentChoice[];
}

interface Props {
  id: string;
  label: string;
  groups: readonly ShownGroup[];
  /** The position of the option that Enter opens, among all; -1 for none. */
  active: number;
  screens: readonly ScreenRoute[];
  onOpen: (option: RecentChoice) => void;
  onRemove: (option: RecentChoice) => void;
}

/**
 * The options in their groups. The buttons that remove recent ones are no options, so they lie beside the list and are placed in its rows
 * by the grid.
 */
export function SearchOptions({ id, label, groups, active, screens, onOpen, onRemove }: Props) {
  const { t } = useTranslation('search');
  const recent = groups.find(({ kind }) => kind === 'recent')?.options ?? [];
  useEffect(() => {
    if (active >= 0) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);
  const starts = groups.map((_, at) => groups.slice(0, at).reduce((sum, { options }) => sum + options.length, 0));
  return (
    <div className={classes.options}>
      <div id={id} className={classes.list} role="listbox" aria-label={label}>
        {groups.map(({ kind, options }, place) => (
          <div key={kind} className={classes.group} role="group" aria-labelledby={`${id}-${kind}`} data-kind={kind}>
            <div id={`${id}-${kind}`} className={classes.heading}>
              {t(`group.${kind}`)}
            </div>
            {options.map((option, index) => {
              const at = (starts[place] ?? 0) + index;
              return (
                <div
                  key={option.to}
                  id={`${id}-${at}`}
                  className={classes.option}
                  role="option"
                  tabIndex={-1}
                  aria-selected={at === active}
                  style={kind === 'recent' ? { gridRow: index + 2 } : undefined}
                  // The field keeps the focus.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => onOpen(option)}
                >
                  <OptionContent option={option} screens={screens} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {recent.map((option, index) => (
        <ActionIcon
          key={option.to}
          className={classes.remove}
          style={{ gridRow: index + 2 }}
          aria-label={t('remove', { name: option.title })}
          onClick={() => onRemove(option)}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      ))}
    </div>
  );
}

function OptionContent({ option: given, screens }: { option: RecentChoice; screens: readonly ScreenRoute[] }) {
  const [option = given] = useNamed(useMemo(() => [given], [given]));
  const { kind, taxon, more } = option;
  // The name may have been stored in another language.
  const title = kind === 'species' && taxon ? taxon.name : option.title;
  const isScientific = taxon !== null && title === taxon.scientific_name;
  const lines: ReactNode[] = [
    kind === 'species' && taxon && !isScientific && <ScientificName key="name" name={taxon.scientific_name} rank={taxon.rank} />,
    more,
  ].filter(Boolean);
  return (
    <>
      <Picture option={option} screens={screens} />
      <span className={classes.words}>
        <span className={classes.title} dir="auto">
          {isScientific ? <ScientificName name={title} rank={taxon.rank} /> : title}
        </span>
        {lines.length > 0 && (
          <span className={classes.more} dir="auto">
            {lines.map((line, index) => (
              <Fragment key={index}>
                {index > 0 && ' · '}
                {line}
              </Fragment>
            ))}
          </span>
        )}
      </span>
    </>
  );
}

const ICONS = {
  species: IconBinoculars,
  record: IconNotebook,
  place: IconMapPin,
  screen: IconAppWindow,
  person: IconUser,
  project: IconFlag,
  area: IconMap2,
};
/** That of an avatar, in pixels. */
const EDGE = 44;

function Picture({ option: { kind, to, title, taxon }, screens }: { option: RecentChoice; screens: readonly ScreenRoute[] }) {
  if (taxon) return <TaxonPicture imageUrl={taxon.image_url} group={taxon.group} scientificName={taxon.scientific_name} size={EDGE} />;
  if (kind === 'person') return <Avatar person={{ id: to.replace(/^\/profile\//, ''), name: title }} />;
  const own = to.startsWith('/settings') ? IconSettings : ICONS[kind];
  const Icon = (kind === 'screen' && screens.find(({ path }) => path === to)?.navigation?.icon) || own;
  return (
    <span className={classes.icon}>
      <Icon size={22} stroke={1.75} aria-hidden />
    </span>
  );
}
