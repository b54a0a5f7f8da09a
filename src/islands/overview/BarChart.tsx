interface BarChartProps {
  title: string;
  bars: { label: string; value: number; text: string }[];
}

/** Small columns side by side. People who cannot see them get the same numbers as a table. */
export function BarChart({ title, bars }: BarChartProps) {
  const highest = Math.max(...bars.map(({ value }) => value), 1);
  return (
    <figure className="panel min-w-0 p-4">
      <figcaption className="font-semibold">{title}</figcaption>
      <div aria-hidden="true" className="mt-3 flex h-36 items-end gap-[2px] border-b border-hairline">
        {bars.map(({ label, value, text }) => (
          <div key={label} title={`${label}: ${text}`} className="flex h-full flex-1 items-end">
            <div
              className="w-full rounded-t-sm bg-primary"
              style={{ height: value === 0 ? '1px' : `${Math.max((value / highest) * 100, 3)}%` }}
            />
          </div>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1 flex justify-between text-sm text-quiet">
        <span>{bars[0]?.label}</span>
        <span>{bars.at(-1)?.label}</span>
      </div>
      <details className="mt-2 text-sm">
        <summary className="cursor-pointer text-quiet">As a table</summary>
        <table className="mt-2 w-full text-left tabular-nums">
          <tbody>
            {bars.map(({ label, text }) => (
              <tr key={label} className="border-t border-base-300">
                <th scope="row" className="py-1 font-normal">
                  {label}
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
