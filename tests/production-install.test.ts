import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { productionPackages } from '../tools/release/production-packages.ts';
import { root } from './built/product.ts';

const budgetBytes = 60_000_000;

test('what production installs is small', () => {
  const sizes = productionPackages(root).map((path) => `${bytesIn(join(root, path))} ${path}`);
  const total = sizes.reduce((sum, size) => sum + Number.parseInt(size, 10), 0);
  expect(total, sizes.join('\n')).toBeLessThanOrEqual(budgetBytes);
  expect(sizes.length).toBeGreaterThan(0);
});

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => {
    const file = statSync(join(folder, name));
    return sum + (file.isFile() ? file.size : 0);
  }, 0);
}
