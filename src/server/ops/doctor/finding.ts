import type { HealthFinding, HealthState } from '../../../shared/ops/health.ts';

export type Finding = Omit<HealthFinding, 'check'>;

/** Makes a template tag: its first line is the finding, the second the advice. */
function tag(state: HealthState) {
  return (texts: TemplateStringsArray, ...values: unknown[]): Finding => {
    const words = values.map((value) => String(value).replace(/\s*\n\s*/g, ' '));
    const [found = '', advice = null] = String.raw({ raw: texts }, ...words).split(/\n\s*/);
    return { state, found, advice };
  };
}

export const [ok, warning, error] = [tag('ok'), tag('warning'), tag('error')];

const worstFirst: HealthState[] = ['error', 'warning', 'ok'];

/** Joins the parts of a check into one finding with the worst state; an error hides parts that are ok. */
export function combineFindings(...parts: (Finding | null)[]): Finding {
  const findings = parts.filter((part) => part !== null);
  const state = worstFirst.find((one) => findings.some((finding) => finding.state === one)) ?? 'ok';
  const shown = findings.filter((finding) => state !== 'error' || finding.state !== 'ok');
  return {
    state,
    found: shown.map(({ found }) => found).join(' '),
    advice: shown.flatMap(({ advice }) => advice ?? []).join(' ') || null,
  };
}

/** Formats a span in milliseconds as `40 seconds` or `3 hours`. */
export function spanText(milliseconds: number): string {
  const spans: [number, string][] = [
    [86_400_000, 'day'],
    [3_600_000, 'hour'],
    [60_000, 'minute'],
    [1_000, 'second'],
  ];
  const [length, name] = spans.find(([span]) => milliseconds >= span) ?? [1_000, 'second'];
  const count = Math.round(milliseconds / length);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
