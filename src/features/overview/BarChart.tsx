import { classNames } from '../../ui/class-names.ts';
import { ticksUpTo } from './charts.ts';

export type Bar = { name: string; start: string; value: number; text: string };

/** Renders a column chart with two axes, and a folded table of the same numbers. Screen readers get only the table. */
export function BarChart(props: { title: string; bars: Bar[]; formatTick: (value: number) => string }) {
  const { title, bars, formatTick } = props;
  const ticks = ticksUpTo(Math.max(...bars.map(({ value }) => value), 0));
  const top = ticks.at(-1) ?? 1;
  // Keeps a few columns from becoming blocks.
  const width = { maxWidth: `${bars.length * 6}rem` };
  return (
    <figure className="panel min-w-0 p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      <div
        aria-hidden="true"
        className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-sm text-quiet tabular-nums"
      >
        <div className="flex h-36 flex-col-reverse justify-between">
          {ticks.map((tick) => (
            <span key={tick} className="flex h-0 items-center justify-end">
              {formatTick(tick)}
            </span>
          ))}
        </div>
        <div className="relative h-36">
          <div className="absolute inset-0 flex flex-col-reverse justify-between">
            {ticks.map((tick) => (
              <span
                key={tick}
                className={classNames('h-0 border-t', tick === 0 ? 'border-field-line' : 'border-base-300')}
              />
            ))}
          </div>
          <div className="relative flex h-full items-end gap-px sm:gap-[2px]" style={width}>
            {bars.map(({ name, value, text }) => (
              <div key={name} title={`${name}: ${text}`} className="flex h-full min-w-0 flex-1 items-end">
                <div
                  className={classNames('w-full rounded-t-sm bg-primary', value > 0 && 'min-h-[3px]')}
                  style={{ height: `${(value / top) * 100}%` }}
                />
              </div>
            ))}
          </div>
        </div>
        <div className="relative col-start-2 mt-1.5 h-5" style={width}>
          {marksOf(bars).map(({ bar, at, className }) => (
            <span
              key={bar.name}
              className={classNames('absolute whitespace-nowrap', className)}
              style={{ left: `${at * 100}%` }}
            >
              {bar.start}
            </span>
          ))}
        </div>
      </div>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-quiet">Show as table</summary>
        <table className="mt-2 w-full text-left tabular-nums">
          <tbody>
            {bars.map(({ name, text }) => (
              <tr key={name} className="border-t border-base-300">
                <th scope="row" className="py-1 font-normal">
                  {name}
                </th>
                <td className="py-1 text-right">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const mostMarks = 5;

/** Returns the columns to label, at most five; the outer labels stay within the chart. */
function marksOf(bars: Bar[]) {
  const step = Math.max(1, Math.ceil((bars.length - 1) / (mostMarks - 1)));
  return bars.flatMap((bar, index) => {
    if (index % step > 0) return [];
    const isLast = index > 0 && index === bars.length - 1;
    const place = index === 0 ? '' : isLast ? '-translate-x-full' : '-translate-x-1/2';
    const at = index === 0 ? 0 : isLast ? 1 : (index + 0.5) / bars.length;
    // A phone has room for three, or for every other one.
    const isExtra = bars.length > 3 * step && (index / step) % 2 === 1;
    return [{ bar, at, className: classNames(place, isExtra && 'max-sm:hidden') }];
  });
}
