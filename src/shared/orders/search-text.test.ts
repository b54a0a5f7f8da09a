import { expect, test } from 'vitest';
import { foldSearchWords, searchTextOf } from './search-text.ts';

test('splits the search into folded words, longest first', () => {
  expect(foldSearchWords('  Ann Smith ann ')).toEqual(['smith', 'ann']);
  expect(searchTextOf('Ann Smith', 'A@X.example', 'CT-7K3M9Q')).toBe('ann smith\na@x.example\nct-7k3m9q');
});
