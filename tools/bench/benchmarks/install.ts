import { join } from 'node:path';
import { root } from '../../../tests/built/product.ts';
import { bytesIn, productionPackages } from '../../release/production-packages.ts';
import { type Benchmark, format, result } from '../benchmark.ts';

/** What a server that only runs the product needs: the packages of production, without Node, and the build. */
export const install: Benchmark = {
  name: 'install',
  async run() {
    const parts = [...productionPackages(root), 'dist']
      .map((name) => ({ name: name.replace('node_modules/', ''), bytes: bytesIn(join(root, name)) }))
      .toSorted((a, b) => b.bytes - a.bytes);
    const largest = parts.slice(0, 3).map(({ name, bytes }) => `${name} ${format(bytes, 'megabytes')}`);
    const sum = parts.reduce((total, { bytes }) => total + bytes, 0);
    const detail = `${parts.length - 1} packages; ${largest.join(', ')}`;
    return [result('production install and build', sum, { atMost: 70_000_000 }, 'megabytes', detail)];
  },
};
