import { CloseButton, TextInput } from '@mantine/core';
import { IconBookmark, IconBuildingCommunity, IconCurrentLocation, IconHistory, IconMapPin, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../../../i18n/format';
import { useLanguage } from '../../session/session';
import { sexagesimalText } from '../coordinate-text';
import { useDistance } from '../position/words';
import { usePlaceWords } from '../use-place-words';
import { type PlaceOption, usePlaceSearch } from './use-place-search';
import classes from './PlaceSearch.module.css';

export type { PlaceOption } from './use-place-search';

const ICONS = { here: IconCurrentLocation, saved: IconBookmark, recent: IconHistory, typed: IconMapPin, town: IconBuildingCommunity };

interface Props {
  /** `name`: what the place is called, if it has a name. */
  onChoose: (place: PlaceOption, name: string | null) => void;
  className?: string | undefined;
  /** Whether a dialog opens with the cursor in it. */
  isFocused?: boolean;
}

/** One box for a place: its name with a typo, a place the person knows, or pasted coordinates of any kind. Works offline. */
export function PlaceSearch({ onChoose, className, isFocused = false }: Props) {
  const { t } = useTranslation(['geo', 'common']);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { options, empty } = usePlaceSearch(text, isOpen);
  const isListed = isOpen && options.length > 0;
  const write = (next: string) => {
    setText(next);
    setActive(-1);
    setOpen(true);
  };
  const choose = (option: PlaceOption) => {
    setText('');
    setActive(-1);
    setOpen(false);
    // The keyboard of a phone would cover the map.
    field.current?.blur();
    onChoose(option, option.kind === 'saved' ? option.name : option.kind === 'town' ? option.town.name : null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      setActive((now) => Math.max(-1, Math.min(options.length - 1, now + (event.key === 'ArrowDown' ? 1 : -1))));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const option = options[Math.max(0, active)];
      if (option && (active >= 0 || text.trim() !== '')) choose(option);
    } else if (event.key === 'Escape' && isOpen) {
      // A dialog around the box stays open.
      event.stopPropagation();
      event.nativeEvent.stopImmediatePropagation();
      setText('');
      setOpen(false);
    }
  };
  return (
    <div
      className={`${classes.search} ${className ?? ''}`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <TextInput
        ref={field}
        data-autofocus={isFocused || undefined}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={text}
        role="combobox"
        aria-expanded={isListed}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        leftSection={<IconSearch size={20} aria-hidden />}
        rightSection={text ? <CloseButton aria-label={t('search.clear')} onClick={() => write('')} /> : null}
        onChange={(event) => write(event.currentTarget.value)}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={500}
      />
      {isListed && (
        <ul
          className={classes.options}
          id={id}
          role="listbox"
          aria-label={t('search.label')}
          // The field keeps the focus until the tap has chosen.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {options.map((option, index) => (
            <li
              key={`${option.kind} ${option.key}`}
              id={`${id}-${index}`}
              className={classes.option}
              role="option"
              aria-selected={index === active}
              data-active={index === active || undefined}
              onClick={() => choose(option)}
            >
              <OptionContent option={option} />
            </li>
          ))}
        </ul>
      )}
      {isOpen && empty && (
        <p className={classes.none} role="status">
          {t(`search.${empty}`)}
        </p>
      )}
    </div>
  );
}

function OptionContent({ option }: { option: PlaceOption }) {
  const Icon = ICONS[option.kind];
  const { name, more } = useOptionWords(option);
  return (
    <>
      <Icon size={20} aria-hidden />
      <span className={classes.words}>
        <span className={classes.name}>{name}</span>
        {more && <span className={classes.more}>{more}</span>}
      </span>
    </>
  );
}

/** What an option is called, and what tells it from others of that name. */
function useOptionWords(option: PlaceOption): { name: string; more: string | null } {
  const { t } = useTranslation('geo');
  const language = useLanguage();
  const length = useDistance();
  const words = usePlaceWords(option.kind === 'town' ? null : option);
  const degrees = `${option.latitude.toFixed(4)}, ${option.longitude.toFixed(4)}`;
  switch (option.kind) {
    case 'here':
      return { name: t('map.last_known'), more: words };
    case 'recent':
      return { name: words ?? degrees, more: t('search.recent') };
    case 'saved':
      return { name: option.name, more: words };
    case 'typed': {
      const { coordinates, coordinate_uncertainty_m: metres, system } = option.reading;
      const accuracy = metres === null ? null : `± ${length(metres)}`;
      return {
        name: [sexagesimalText(coordinates), system].filter((one) => one !== undefined).join(' · '),
        more: [words, accuracy].filter((one) => one !== null).join(' · ') || null,
      };
    }
    case 'town': {
      const { name, matched, country_code } = option.town;
      return { name, more: [countryName(country_code, language), matched].filter((one) => one !== null).join(' · ') };
    }
  }
}
