/*
 * The design tokens: every color, typeface, width, radius and shadow of the product is written here, and only
 * here. Style sheets load this file with `@config`; mails, icons, pictures and pages import it.
 * Not in Tailwind's `@theme`: neither MJML nor an icon can read a style sheet.
 */

/** Plum ink and antique gold on ivory paper. A name NAME is `var(--color-NAME)` in CSS, `text-NAME` in markup. */
export const day = {
  'base-100': '#fffdf8',
  'base-200': '#f8f3e9',
  'base-300': '#e5dac7',
  'base-content': '#221b20',
  primary: '#53224c',
  'primary-content': '#fdf8ef',
  secondary: '#7a5a2b',
  'secondary-content': '#fffdf8',
  accent: '#a37b2c',
  'accent-content': '#fffdf8',
  neutral: '#2b2228',
  'neutral-content': '#f8f3e9',
  info: '#2f5f8a',
  'info-content': '#ffffff',
  success: '#4c6b47',
  'success-content': '#ffffff',
  warning: '#e0ae3a',
  'warning-content': '#352600',
  error: '#a12f2f',
  'error-content': '#ffffff',

  // Those above are daisyUI's names; the others are ours.
  quiet: '#62555c',
  'field-line': '#8f8277',
  hairline: '#d3b981',
  'tone-warning': '#5f4500',
  'tone-info': '#1f4568',
  'tone-success': '#30502b',
  'tone-error': '#822222',
  'tone-warning-paper': '#f8ebc8',
  'tone-error-paper': '#f8e2de',
  'tone-success-paper': '#e0ead9',
};

/** The same by lamplight; follows the system. @type {typeof day} */
export const night = {
  'base-100': '#241d23',
  'base-200': '#1a1519',
  'base-300': '#42373f',
  'base-content': '#f3ebdf',
  primary: '#dbb3d3',
  'primary-content': '#2a1227',
  secondary: '#d3b27c',
  'secondary-content': '#2a1e08',
  accent: '#cda85c',
  'accent-content': '#241a06',
  neutral: '#f3ebdf',
  'neutral-content': '#221b20',
  info: '#8fbce6',
  'info-content': '#0d2438',
  success: '#a3c49b',
  'success-content': '#14240f',
  warning: '#e5bd5b',
  'warning-content': '#2e2100',
  error: '#f09a90',
  'error-content': '#3a0d0a',
  quiet: '#bcaeb3',
  'field-line': '#8d7f86',
  hairline: '#7d673a',
  'tone-warning': '#f1d48c',
  'tone-info': '#b9d7f2',
  'tone-success': '#c3dcbd',
  'tone-error': '#f8c1ba',
  'tone-warning-paper': '#3d321c',
  'tone-error-paper': '#40211f',
  'tone-success-paper': '#2a3426',
};

/** What is printed, whatever theme the screen has: `--theme(--print-NAME)` in CSS. */
const print = {
  paper: '#fff',
  ink: '#000',
  quiet: '#444',
  hairline: '#b9a06a',
  primary: day.primary,
  accent: day.accent,
};

/** How thick the two lines of a card's drawing are: `--theme(--lines-PLACE-NAME)` in CSS. */
export const lines = {
  /** In pixels, however large the drawing is. */
  page: { fine: 0.9, bold: 1.5 },
  // In units of the drawing, and finer where that is smaller; there are 120 to its width.
  list: { fine: 1.4, bold: 2.4 },
  mail: { fine: 1, bold: 1.7 },
  preview: { fine: 0.75, bold: 1.35 },
};

/** The typefaces of mails, which load none: in single quotes, since they stand in attributes. */
export const mail = {
  display: "Fraunces, Georgia, 'Times New Roman', serif",
  letter: "Georgia, 'Times New Roman', serif",
  sans: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
};

const fonts = {
  display: '"Fraunces Variable", "Fraunces Rest", "Fraunces Fallback", Georgia, serif',
  sans: '"Rubik", "Rubik Rest", "Rubik Fallback", ui-sans-serif, system-ui, "Noto Sans", sans-serif',
};

/** What daisyUI calls the shape of a theme: both have the same. */
const shape = {
  '--radius-selector': '0.375rem',
  '--radius-field': '0.5rem',
  '--radius-box': '0.875rem',
  '--size-selector': '0.25rem',
  '--size-field': '0.275rem',
  '--border': '1px',
  '--depth': '0',
  '--noise': '0',
};

/** @param {string} prefix @param {Record<string, string>} tokens */
const variables = (prefix, tokens) =>
  Object.fromEntries(Object.entries(tokens).map(([name, value]) => [`--${prefix}-${name}`, value]));

/** @param {string} prefix @param {Record<string, string>} tokens */
const references = (prefix, tokens) =>
  Object.fromEntries(Object.keys(tokens).map((name) => [name, `var(--${prefix}-${name})`]));

/** @param {Record<string, number>} widths */
const pixels = (widths) =>
  Object.fromEntries(Object.entries(widths).map(([name, width]) => [name, `${width}px`]));

/** @type {import('tailwindcss').Config} */
export default {
  theme: {
    // Instead of Tailwind's own colors, not beside them.
    colors: {
      transparent: 'transparent',
      current: 'currentcolor',
      white: '#fff',
      black: '#000',
      // Behind a dialog, over either theme.
      shade: 'rgb(20 14 18 / 0.55)',
      ...references('color', day),
    },
    print,
    lines: { page: pixels(lines.page), list: pixels(lines.list) },
    extend: {
      fontFamily: references('font', fonts),
      // Beside Tailwind's own steps.
      fontSize: {
        badge: '0.8125rem',
        lead: '1.0625rem',
        letter: '1.125rem',
        'letter-title': 'clamp(1.75rem, 1.4rem + 1.4vw, 2.375rem)',
        hero: '3.4rem',
        'page-title': 'clamp(2rem, 1.5rem + 2vw, 3rem)',
      },
      maxWidth: {
        shell: '76rem',
        desk: '90rem',
        'order-page': '51rem',
        letter: '46rem',
        'order-form': '29rem',
        toast: '27rem',
      },
      spacing: {
        gutter: 'clamp(1.125rem, 4vw, 2.5rem)',
      },
      boxShadow: {
        toast: '0 12px 32px rgb(0 0 0 / 0.24)',
        dialog: '0 24px 64px rgb(0 0 0 / 0.3)',
      },
    },
  },
  plugins: [
    ({ addBase }) => {
      addBase({
        ':root': {
          'color-scheme': 'light',
          ...variables('color', day),
          ...variables('font', fonts),
          ...shape,
        },
        '@media (prefers-color-scheme: dark)': {
          ':root': { 'color-scheme': 'dark', ...variables('color', night) },
        },
      });
    },
  ],
};
