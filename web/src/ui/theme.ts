import type { MantineThemeOverride } from '@mantine/core';
import { colors, variantColorResolver } from './colours';
import classes from './controls.module.css';
import inputs from './inputs.module.css';
import overlays from './overlays.module.css';
import segments from './segments.module.css';

declare module 'react' {
  /** A style may set variables of the style sheets. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}

const size = (name: string, lineHeight: string, fontWeight = '600') => ({ fontSize: `var(--text-${name})`, lineHeight, fontWeight });

/** The theme for the library. Components are referenced by name, because importing them would load their code. */
export const theme: MantineThemeOverride = {
  colors,
  variantColorResolver,
  primaryColor: 'moss',
  primaryShade: { light: 7, dark: 3 },
  white: '#fffdf8',
  black: '#23271f',
  fontFamily: 'var(--font-sans)',
  headings: {
    fontFamily: 'var(--font-sans)',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: size('28', '1.2'),
      h2: size('22', '1.25'),
      h3: size('17', '1.35'),
      h4: size('17', '1.35'),
      h5: size('15', '1.4'),
      h6: size('13', '1.4'),
    },
  },
  fontSizes: { xs: 'var(--text-13)', sm: 'var(--text-15)', md: 'var(--text-17)', lg: 'var(--text-22)', xl: 'var(--text-28)' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.35', xl: '1.25' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  defaultRadius: 'md',
  breakpoints: { xs: '30em', sm: '37.5em', md: '64em', lg: '90em', xl: '120em' },
  shadows: { xs: 'none', sm: 'none', md: 'none', lg: 'none', xl: 'none' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  activeClassName: classes.pressed!,
  components: {
    ActionIcon: { defaultProps: { size: 'lg', variant: 'subtle', color: 'stone' }, classNames: { root: classes.actionIcon } },
    Alert: {
      defaultProps: { variant: 'light' },
      classNames: { root: classes.alert, title: classes.alertTitle, message: classes.alertText },
    },
    Anchor: { defaultProps: { underline: 'always' }, classNames: { root: classes.anchor } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm' }, classNames: { root: classes.badge } },
    Button: { defaultProps: { size: 'md' }, classNames: { root: classes.button, label: classes.buttonLabel } },
    Card: { defaultProps: { padding: 'md', withBorder: true }, classNames: { root: classes.card } },
    Checkbox: {
      defaultProps: { size: 'md' },
      classNames: { body: inputs.choice, input: inputs.choiceInput, labelWrapper: inputs.choiceLabel },
    },
    Chip: { defaultProps: { size: 'md', radius: 'xl', variant: 'outline' }, classNames: { label: classes.chip } },
    Combobox: { classNames: { dropdown: overlays.floating, option: overlays.option } },
    Divider: { defaultProps: { color: 'var(--line)' } },
    Drawer: {
      defaultProps: { attributes: { header: { role: 'presentation' } } },
      classNames: { content: overlays.dialog, header: overlays.dialogHeader, title: overlays.dialogTitle, overlay: overlays.veil },
    },
    Input: { defaultProps: { size: 'md' }, classNames: { wrapper: inputs.inputWrapper, input: inputs.input } },
    InputWrapper: {
      defaultProps: { size: 'md' },
      classNames: { label: inputs.label, description: inputs.description, error: inputs.error },
    },
    Menu: { defaultProps: { shadow: 'none' }, classNames: { dropdown: overlays.floating, item: overlays.option } },
    Modal: {
      // A <header> in a dialog would count as a second banner of the page.
      defaultProps: { centered: true, radius: 'lg', attributes: { header: { role: 'presentation' } } },
      classNames: { content: overlays.dialog, header: overlays.dialogHeader, title: overlays.dialogTitle, overlay: overlays.veil },
    },
    Paper: { classNames: { root: classes.paper } },
    Popover: { defaultProps: { shadow: 'none' }, classNames: { dropdown: overlays.floating } },
    Progress: { defaultProps: { radius: 'xl' }, classNames: { root: overlays.progress } },
    PasswordInput: { classNames: { visibilityToggle: inputs.eye } },
    Radio: {
      defaultProps: { size: 'md' },
      classNames: { body: inputs.choice, radio: inputs.choiceInput, labelWrapper: inputs.choiceLabel },
    },
    SegmentedControl: {
      defaultProps: { size: 'md' },
      classNames: { root: segments.segments, label: segments.segment, indicator: segments.segmentMark, control: segments.segmentControl },
    },
    Skeleton: { classNames: { root: overlays.skeleton } },
    Switch: { defaultProps: { size: 'md' }, classNames: { body: inputs.choice, track: inputs.track, labelWrapper: inputs.choiceLabel } },
    // What people write may run from right to left.
    Textarea: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    TextInput: { defaultProps: { attributes: { input: { dir: 'auto' } } } },
    Tabs: { classNames: { tab: overlays.tab, list: overlays.tabs } },
    Tooltip: { defaultProps: { openDelay: 300 }, classNames: { tooltip: overlays.tooltip } },
  },
};
