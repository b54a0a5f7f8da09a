/* Constructed style sheets in shadow roots are apart from the page's, and every CSP allows them. */

const shared = `
  :host { all: initial; display: block; font-family: var(--font); font-size: var(--size); color: var(--text); line-height: 1.45; }
  *, *::before, *::after { box-sizing: border-box; }
  p { margin: 0; }
  button, input, select { font: inherit; color: inherit; }
  :focus-visible { outline: 2px solid var(--primary); outline-offset: 1px; }
`;

const formRules = `
  .form { display: grid; gap: 0.85em; min-inline-size: 0; }
  .tab { display: inline-flex; align-items: center; gap: 0.5em; justify-self: start; padding: 0.55em 1em; border: 2px solid var(--primary); border-radius: var(--radius); color: var(--primary); background: var(--background); font-weight: 600; }
  .tabs { display: flex; flex-wrap: wrap; gap: 0.75em; }
  button.tab { min-block-size: 2.75em; cursor: pointer; }
  .tab[aria-pressed='false'] { border: 1px solid var(--line); color: var(--text); }
  [hidden] { display: none !important; }
  .tab svg { width: 1.3em; height: 1em; }
  .note { padding: 0.6em 0.8em; border: 1px dashed var(--line); border-radius: var(--radius); font-size: 0.875em; }
  .note strong { color: var(--primary); }
  .note .number { white-space: nowrap; font-variant-numeric: tabular-nums; }
  .row { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5em, 1fr)); gap: 0.85em; align-items: start; }
  .row:has(select) { grid-template-columns: repeat(auto-fit, minmax(10.5em, 1fr)); }
  .field { display: grid; gap: 0.3em; min-inline-size: 0; }
  label { font-size: 0.9em; font-weight: 500; }
  .box { position: relative; display: flex; align-items: center; }
  input, select { width: 100%; min-block-size: 2.75em; padding: 0.55em 0.75em; border: 1px solid var(--line); border-radius: var(--radius); background: var(--background); font-variant-numeric: tabular-nums; }
  input::placeholder { color: var(--quiet); opacity: 1; }
  input:focus-visible, select:focus-visible { outline-offset: 0; border-color: var(--primary); }
  input[aria-invalid='true'] { border-color: var(--danger); }
  .brand { position: absolute; inset-inline-end: 0.75em; font-size: 0.8em; font-weight: 600; color: var(--quiet); pointer-events: none; }
  .error { color: var(--danger); font-size: 0.875em; }
  .error:empty { display: none; }
  .loading { min-block-size: 15em; display: grid; place-content: center; color: var(--quiet); }
`;

const dialogRules = `
  dialog { width: min(27em, calc(100vw - 2em)); padding: 1.5em; border: 1px solid var(--line); border-radius: calc(var(--radius) * 1.5); background: var(--background); color: var(--text); }
  dialog::backdrop { background: rgb(20 12 18 / 0.55); }
  h2 { margin: 0 0 0.5em; font-size: 1.25em; line-height: 1.25; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.75em; margin-block-start: 1.25em; }
  button { flex: 1 1 10em; min-block-size: 2.75em; padding: 0.5em 1em; border: 1px solid var(--primary); border-radius: var(--radius); background: var(--background); color: var(--primary); font-weight: 600; cursor: pointer; }
  button.first { background: var(--primary); color: var(--background); }
  button:disabled { opacity: 0.6; cursor: default; }
  .error { color: var(--danger); margin-block-start: 0.75em; }
`;

const day = {
  colorPrimary: '#5b2245',
  colorBackground: '#ffffff',
  colorText: '#211c1f',
  colorDanger: '#b3261e',
};
const night = {
  colorPrimary: '#e0a6c8',
  colorBackground: '#262024',
  colorText: '#f0e9de',
  colorDanger: '#ffb4ab',
};

export function applyAppearance(host, appearance = {}) {
  const variables = { ...(appearance.theme === 'night' ? night : day), ...appearance.variables };
  const { colorText: text, colorBackground: background } = variables;
  const properties = {
    '--primary': variables.colorPrimary,
    '--background': background,
    '--text': text,
    '--danger': variables.colorDanger,
    '--quiet': variables.colorTextSecondary ?? `color-mix(in srgb, ${text} 76%, ${background})`,
    '--line': `color-mix(in srgb, ${text} 55%, ${background})`,
    '--radius': variables.borderRadius ?? '6px',
    '--font': variables.fontFamily ?? 'system-ui, sans-serif',
    '--size': variables.fontSizeBase ?? '16px',
  };
  for (const [name, value] of Object.entries(properties)) host.style.setProperty(name, value ?? null);
}

export function createHost(kind) {
  const host = document.createElement('div');
  host.dataset.stripeSandbox = kind;
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(shared + (kind === 'form' ? formRules : dialogRules));
  root.adoptedStyleSheets = [sheet];
  return { host, root };
}
