import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BarChart } from './BarChart.tsx';
import '../../styles/desk.css';

test('the axis names the first and the last column, and those at the quarters', async () => {
  const bars = Array.from({ length: 9 }, (_, index) => {
    const name = `Nov ${12 + index}`;
    return { name, start: name, value: index, text: String(index) };
  });
  await render(<BarChart title="Orders by day" bars={bars} formatTick={String} />);
  const named = page
    .getByText(/^Nov \d+$/)
    .elements()
    .filter((element) => element.checkVisibility());
  expect(named.map((element) => element.textContent)).toEqual([
    'Nov 12',
    'Nov 14',
    'Nov 16',
    'Nov 18',
    'Nov 20',
  ]);
});
