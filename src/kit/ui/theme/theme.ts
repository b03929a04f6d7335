import { createTheme, type CSSVariablesResolver } from '@mantine/core';

type Scale = Record<'xs' | 'sm' | 'md' | 'lg' | 'xl', string>;

function scale(
  token: string,
  [xs, sm, md, lg, xl]: [string, string, string, string, string],
): Scale {
  const variable = (name: string) => `var(--${token}-${name})`;
  return {
    xs: variable(xs),
    sm: variable(sm),
    md: variable(md),
    lg: variable(lg),
    xl: variable(xl),
  };
}

const overlay = {
  transitionProps: { duration: 120 },
  closeButtonProps: { 'aria-label': 'Close' },
};

export const theme = createTheme({
  // Mantine's dark scale is a neutral grey, which looks dirty next to our blue-grey surfaces.
  colors: {
    dark: [
      '#e7eaf0',
      '#c3cad6',
      '#a4adbd',
      '#7d8799',
      '#454c5b',
      '#272c37',
      '#1b1e25',
      '#14161b',
      '#101217',
      '#0b0d11',
    ],
  },
  primaryColor: 'indigo',
  primaryShade: 8,
  autoContrast: true,
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontSizes: scale('text', ['xs', 'sm', 'md', 'lg', 'xl']),
  spacing: scale('space', ['4', '8', '12', '16', '24']),
  radius: scale('radius', ['xs', 'sm', 'md', 'lg', 'xl']),
  defaultRadius: 'sm',
  cursorType: 'pointer',
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '20px', lineHeight: '28px' },
      h2: { fontSize: '16px', lineHeight: '24px' },
      h3: { fontSize: '14px', lineHeight: '20px' },
    },
  },
  components: {
    Button: { defaultProps: { size: 'sm' } },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: {
      defaultProps: {
        // Without the word "password", by which the input itself is found.
        visibilityToggleButtonProps: { 'aria-label': 'Show characters', tabIndex: 0 },
      },
    },
    Select: { defaultProps: { size: 'sm' } },
    // A label of one long word breaks.
    Radio: { styles: { labelWrapper: { minWidth: 0 } } },
    Checkbox: { styles: { labelWrapper: { minWidth: 0 } } },
    // A menu may not contain the empty focusable element that Mantine would add.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, transitionProps: { duration: 100 } } },
    Modal: { defaultProps: overlay },
    Drawer: { defaultProps: overlay },
  },
});

/** Colours by purpose, light and dark. Text contrast on each is at least 4.5 to 1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--row-height': '36px', '--sidebar-width': '228px', '--header-height': '52px' },
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': '#6b7385',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--focus-ring': 'var(--mantine-color-indigo-8)',
    '--page': '#f6f7f9',
    '--surface': '#ffffff',
    '--surface-raised': '#ffffff',
    '--surface-hover': '#eef1f6',
    '--surface-stripe': '#fafbfc',
    '--line': '#e1e4ea',
    '--line-strong': '#c9ced8',
    '--ink': '#1b2130',
    '--ink-soft': '#5a6375',
    '--accent-soft': '#eef1ff',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-5)',
    '--mantine-color-placeholder': '#8c95a6',
    '--mantine-color-dimmed': 'var(--ink-soft)',
    '--focus-ring': 'var(--mantine-color-indigo-4)',
    '--page': '#14161b',
    '--surface': '#1b1e25',
    '--surface-raised': '#22262f',
    '--surface-hover': '#272c37',
    '--surface-stripe': '#1e2129',
    '--line': '#2e333e',
    '--line-strong': '#454c5b',
    '--ink': '#e7eaf0',
    '--ink-soft': '#a4adbd',
    '--accent-soft': '#252c4d',
  },
});
