import { directionOf } from '../../../shared/direction.ts';
import type { Evidence, EvidencePart, EvidenceSection } from '../../../shared/orders/evidence.ts';
import { escapeHtml } from '../../delivery/template-runtime.ts';

/** It brings its own style, since it is read where nothing of ours is; a browser's colours follow day and night. */
const style = `
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 sans-serif; overflow-wrap: anywhere; }
section { margin-top: 2rem; border-top: 1px solid; }
code { font-size: .875rem; }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1rem; }
dt { flex: 0 1 17rem; font-weight: bold; }
dd { flex: 1 1 16rem; margin: 0; }
blockquote { margin: .5rem 0; white-space: pre-wrap; }
h1, h2, h3 { overflow-wrap: anywhere; }
h2, h3 { break-after: avoid; }
@page { size: A4; margin: 20mm; }
@media print { :root { color-scheme: light; } body { max-width: none; margin: 0; padding: 0; font-size: 10.5pt; } }
`;

/** @returns the evidence as one self-contained HTML file without scripts */
export function writeEvidenceFile({ orderNumber, sections }: Evidence): string {
  const title = escapeHtml(`Evidence for order ${orderNumber}`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
${sections.map(writeSection).join('\n')}
</body>
</html>
`;
}

function writeSection({ title, fields, parts }: EvidenceSection): string {
  const answered = fields.map((field) => `<code>${field}</code>`).join(', ');
  return `<section>
<h2>${escapeHtml(title)}</h2>
${answered && `<p>For Stripe’s ${answered}</p>`}
${parts.map(writePart).join('\n')}
</section>`;
}

function writePart({ title, facts, text }: EvidencePart): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<div><dt>${escapeHtml(label)}</dt><dd dir="${directionOf(value)}">${escapeHtml(value)}</dd></div>`,
  );
  return [
    title === undefined ? '' : `<h3>${escapeHtml(title)}</h3>`,
    rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '',
    text === undefined ? '' : `<blockquote dir="${directionOf(text)}">${escapeHtml(text)}</blockquote>`,
  ].join('');
}
