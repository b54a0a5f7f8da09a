import { directionOf } from '../../shared/direction.ts';
import { escapeHtml } from '../delivery/template-runtime.ts';

export type Fact = string | number | null;

/** Facts that belong together, and words as they were written. */
export interface EvidencePart {
  title?: string;
  /** By what they are called. A number is a time; null is left out. */
  facts: Record<string, Fact | Fact[]>;
  text?: string | null;
}

export interface EvidenceSection {
  title: string;
  /**
   * Which of Stripe's fields it answers (https://docs.stripe.com/api/disputes/evidence_object); empty when it is only
   * part of the whole text.
   */
  fields: string[];
  parts: EvidencePart[];
}

/** What can be shown to a bank that questions the payment of an order. */
export interface Evidence {
  orderNumber: string;
  sections: EvidenceSection[];
}

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
export function writeEvidenceFile(evidence: Evidence): string {
  const title = escapeHtml(`Evidence for order ${evidence.orderNumber}`);
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
${writeSections(evidence)}
</body>
</html>
`;
}

/** @returns the evidence as HTML, for the file and for the page */
export function writeSections({ sections }: Evidence): string {
  return sections.map(writeSection).join('\n');
}

function writeSection({ title, fields, parts }: EvidenceSection, index: number): string {
  const answered = fields.map((field) => `<code>${field}</code>`).join(', ');
  return `<section class="panel" aria-labelledby="evidence-${index}">
<h2 id="evidence-${index}">${escapeHtml(title)}</h2>
${answered && `<p>For Stripe’s ${answered}</p>`}
${parts.map(writePart).join('\n')}
</section>`;
}

function writePart(part: EvidencePart): string {
  const rows = factsOf(part).map(
    ([label, value]) =>
      `<div><dt>${escapeHtml(label)}</dt><dd dir="${directionOf(value)}">${escapeHtml(value)}</dd></div>`,
  );
  return [
    part.title ? `<h3>${escapeHtml(part.title)}</h3>` : '',
    rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '',
    part.text ? `<blockquote dir="${directionOf(part.text)}">${escapeHtml(part.text)}</blockquote>` : '',
  ].join('');
}

/** @returns what is said of each fact of a part, in words */
export function factsOf({ facts }: EvidencePart): [label: string, value: string][] {
  return Object.entries(facts).flatMap(([label, values]) =>
    [values]
      .flat()
      .filter((value) => value !== null)
      .map((value): [string, string] => [label, typeof value === 'number' ? formatMoment(value) : value]),
  );
}

/** @returns a time in the words that a bank reads anywhere: `November 22, 2026 at 10:03:12 AM UTC` */
export function formatMoment(time: number): string {
  const format = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' } as const;
  return `${new Date(time).toLocaleString('en-US', format)} UTC`;
}

/** @returns a day such as `2026-11-25` in the words that a bank reads: `November 25, 2026` */
export function formatDay(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
