import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BarChart } from './BarChart.tsx';
import '../../styles/desk.css';

test.each([
  [9, ['Nov 1', 'Nov 3', 'Nov 5', 'Nov 7', 'Nov 9']],
  [30, ['Nov 1', 'Nov 9', 'Nov 17', 'Nov 25']],
  [1, ['Nov 1']],
])('labels the axis of %i columns at regular steps', async (length, names) => {
  const bars = Array.from({ length }, (_, index) => {
    const name = `Nov ${1 + index}`;
    return { name, start: name, value: index, text: String(index) };
  });
  await render(<BarChart title="Orders by day" bars={bars} formatTick={String} />);
  const named = page
    .getByText(/^Nov \d+$/)
    .elements()
    .filter((element) => element.checkVisibility());
  expect(named.map((element) => element.textContent)).toEqual(names);
});
