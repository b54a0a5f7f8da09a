import { directionOf } from '../../shared/text.ts';
import type { Context, SignedIn } from '../base/context.ts';
import { aboutOrder, recordAuditAlone } from '../base/record-audit.ts';
import { formatEvidenceTime } from '../base/time/moments.ts';
import { escapeHtml } from '../mail/template-runtime.ts';
import { orderNotFound } from '../orders/find-order.ts';
import { type Evidence, type EvidencePart, findEvidence } from './evidence-sections.ts';

/** Returns the evidence as an HTML file, and records the export. @throws `order_not_found`, also for an unpaid order */
export async function exportEvidence(context: Context, user: SignedIn, orderId: string) {
  const evidence = findEvidence(context, orderId);
  if (!evidence) throw orderNotFound();
  const subject = aboutOrder({ id: orderId, orderNumber: evidence.orderNumber });
  await recordAuditAlone(context, { actor: user, action: 'evidence_exported', subject });
  return { name: `evidence-${evidence.orderNumber}.html`, html: renderEvidenceFile(evidence) };
}

/** Returns an order's number and its evidence as HTML, without an audit entry; null if it was never paid. */
export function readEvidencePage(context: Context, orderId: string) {
  const evidence = findEvidence(context, orderId);
  return evidence && { orderNumber: evidence.orderNumber, html: writeSections(evidence) };
}

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

/** Returns the evidence as one HTML page for printing, which loads nothing and runs no scripts. */
export function renderEvidenceFile(evidence: Evidence): string {
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

function writeSections({ sections }: Evidence): string {
  const html = sections.map(
    ([title, fields, parts], index) => `<section class="panel" aria-labelledby="evidence-${index}">
<h2 id="evidence-${index}">${escapeHtml(title)}</h2>
${fields && `<p>For Stripe’s <code>${fields.replaceAll(' ', '</code>, <code>')}</code></p>`}
${parts.map(writePart).join('\n')}
</section>`,
  );
  return html.join('\n');
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

/** Returns label and text of each value of each fact, with times formatted and nulls left out. */
export function factsOf({ facts }: EvidencePart): [label: string, value: string][] {
  return Object.entries(facts).flatMap(([label, values]) =>
    [values]
      .flat()
      .filter((value) => value !== null)
      .map((value): [string, string] => [
        label,
        typeof value === 'number' ? formatEvidenceTime(value) : value,
      ]),
  );
}
