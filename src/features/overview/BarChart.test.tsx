import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { BarChart } from './BarChart.tsx';
import '../../styles/desk.css';

test.each([
  [9, ['Nov 1', 'Nov 3', 'Nov 5', 'Nov 7', 'Nov 9'], ['Nov 1', 'Nov 5', 'Nov 9']],
  [30, ['Nov 1', 'Nov 9', 'Nov 17', 'Nov 25'], ['Nov 1', 'Nov 17']],
  [3, ['Nov 1', 'Nov 2', 'Nov 3'], ['Nov 1', 'Nov 2', 'Nov 3']],
  [2, ['Nov 1', 'Nov 2'], ['Nov 1', 'Nov 2']],
  [1, ['Nov 1'], ['Nov 1']],
])('labels the axis of %i columns at regular steps', async (length, names, onPhone) => {
  await page.viewport(1440, 740);
  const bars = Array.from({ length }, (_, index) => {
    const name = `Nov ${1 + index}`;
    return { name, start: name, value: index, text: String(index) };
  });
  await render(<BarChart title="Orders by day" bars={bars} formatTick={String} />);
  expectLabels(names);
  await page.viewport(360, 740);
  expectLabels(onPhone);
});

function expectLabels(names: string[]): void {
  const named = page
    .getByText(/^Nov \d+$/)
    .elements()
    .filter((element) => element.checkVisibility());
  expect(named.map((element) => element.textContent)).toEqual(names);
}
