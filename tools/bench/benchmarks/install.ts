import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../tests/built/product.ts';
import { pack } from '../../release/pack.ts';
import { bytesIn } from '../../release/production-packages.ts';
import { type Benchmark, format, result } from '../benchmark.ts';

/** What a server needs to run the product, without Node: the unpacked release. */
export const install: Benchmark = {
  name: 'install',
  async run({ folder }) {
    const release = join(folder, 'release');
    execFileSync(process.execPath, ['tools/release/release.ts', '--folder', release], { cwd: root });
    const archive = `${release}.tar.gz`;
    pack(release, archive);
    const parts = ['node_modules/better-sqlite3', 'node_modules/@img', 'dist'].map(
      (name) => `${name.replace('node_modules/', '')} ${format(bytesIn(join(release, name)), 'megabytes')}`,
    );
    return [
      result('unpacked release', bytesIn(release), { atMost: 75_000_000 }, 'megabytes', parts.join(', ')),
      result('release archive', statSync(archive).size, { atMost: 16_000_000 }, 'megabytes'),
    ];
  },
};
