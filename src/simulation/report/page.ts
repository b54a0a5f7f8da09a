import { day } from '../../../tailwind.config.mjs';
import type { Sample } from '../run.ts';
import type { RunOutcome } from '../run-all.ts';
import { resultsOf, tableOf } from './table.ts';

const curves: { name: string; of: (sample: Sample) => number; unit: string }[] = [
  { name: 'Orders paid', of: ({ ordersPaid }) => ordersPaid, unit: '' },
  { name: 'Mails taken by the mail server', of: ({ mails }) => mails, unit: '' },
  { name: 'Refunds', of: ({ refunds }) => refunds, unit: '' },
  { name: 'Faults', of: ({ faults }) => faults, unit: '' },
  { name: 'The database', of: ({ databaseBytes }) => databaseBytes / 1e6, unit: ' MB' },
  { name: 'Memory of the whole simulation', of: ({ memoryBytes }) => memoryBytes / 1e6, unit: ' MB' },
];

/** @returns a page of its own with the table of all runs, and a curve for each of the first ones */
export function drawPage(outcomes: readonly RunOutcome[], took: number): string {
  const runs = resultsOf(outcomes).slice(0, 20);
  const drawn = curves.map(({ name, of, unit }) => {
    const lines = runs.map(({ samples }) =>
      samples.map((sample): [number, number] => [sample.day, of(sample)]),
    );
    return `<figure><figcaption>${name}</figcaption>${draw(lines, unit)}</figure>`;
  });
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Career Tarot, simulated</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; background: ${day['base-200']}; color: ${day['base-content']} }
main { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.5rem }
figure { margin: 0 } figcaption { font-weight: 600 } svg { width: 100%; height: auto }
pre { overflow-x: auto; font-size: 0.85rem } path { fill: none; stroke: ${day.primary}; stroke-opacity: 0.6 }
</style></head><body>
<h1>The whole business, simulated</h1>
<main>${drawn.join('\n')}</main>
<pre>${escapeHtml(tableOf(outcomes, took))}</pre>
</body></html>
`;
}

const [width, height, left, bottom] = [400, 200, 52, 24];

/** @param lines the points of each, as days and what is drawn */
function draw(lines: [number, number][][], unit: string): string {
  const points = lines.flat();
  const mostX = Math.max(1, ...points.map(([x]) => x));
  const mostY = Math.max(1, ...points.map(([, y]) => y));
  const place = ([x, y]: [number, number]) =>
    `${(left + (x / mostX) * (width - left - 4)).toFixed(1)},${(height - bottom - (y / mostY) * (height - bottom - 12)).toFixed(1)}`;
  const paths = lines.map((line) => `<path d="M${line.map(place).join('L')}"/>`);
  const label = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
  return `<svg viewBox="0 0 ${width} ${height}" role="img" font-size="11">
<path d="M${left},12V${height - bottom}H${width}" style="stroke:currentColor"/>
<text x="${left - 6}" y="18" text-anchor="end">${label(mostY)}${unit}</text>
<text x="${left - 6}" y="${height - bottom}" text-anchor="end">0</text>
<text x="${width - 4}" y="${height - 6}" text-anchor="end">day ${label(mostX)}</text>
${paths.join('\n')}
</svg>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
