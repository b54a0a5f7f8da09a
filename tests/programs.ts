import { spawnSync } from 'node:child_process';
import { installOnDebian } from './browser.ts';

/* Programs that run the examples in the docs. Run as a command, installs them on Debian, as root. */

const packages = {
  nginx: 'nginx-light',
  caddy: 'caddy',
  restic: 'restic',
  rclone: 'rclone',
  'systemd-analyze': 'systemd',
};
type Program = keyof typeof packages;

/** Debian keeps nginx outside the path of ordinary users. */
export const programEnv = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };

function isInstalled(program: Program): boolean {
  return spawnSync(program, ['--help'], { stdio: 'ignore', env: programEnv }).error === undefined;
}

if (import.meta.main) {
  const names = Object.keys(packages) as Program[];
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length > 0) {
    installOnDebian(...missing.map((name) => packages[name]));
    // Their services have the same names, and would start with the machine.
    spawnSync('systemctl', ['disable', ...missing], { stdio: 'ignore' });
  }
  const left = names.filter((name) => !isInstalled(name));
  if (left.length > 0) console.error(`Tests will fail for lack of ${left.join(', ')}.`);
}
