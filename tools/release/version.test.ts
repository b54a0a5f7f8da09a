import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { processEnv } from '../../tests/kit/process-env.ts';
import { folderOfTest } from '../../tests/kit/temporary-folder.ts';
import { judgeMemory } from './memory.ts';
import { findVersion } from './version.ts';

const now = new Date('2026-11-27T16:45:01Z');

/** A repository of its own, with a commit for each of its files. */
function startRepository() {
  const root = folderOfTest();
  const env = {
    PATH: processEnv.PATH,
    ...{ GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@staff.example' },
    ...{ GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@staff.example' },
  };
  const git = (words: string[], date = '') =>
    expect(
      spawnSync('git', ['-C', root, ...words], { env: { ...env, GIT_COMMITTER_DATE: date } }),
    ).toMatchObject({ status: 0 });
  git(['init', '--quiet']);
  return {
    root,
    git,
    change: (text: string) => writeFileSync(join(root, 'file'), text),
    commit(text: string, date: string) {
      this.change(text);
      git(['add', 'file']);
      git(['commit', '--quiet', '-m', text], date);
    },
  };
}

test('each commit has a version of its own, which sorts by its date and before the release that it leads to', () => {
  const repository = startRepository();
  const { root, git } = repository;
  const version = () => findVersion(root, '0.1.0', undefined, now);
  repository.commit('one', '2026-11-27T10:00:00+02:00');
  const first = version();
  expect(first).toMatch(/^0\.1\.0-20261127080000-[0-9a-f]{8}$/);
  repository.commit('two', '2026-11-27T10:00:01+02:00');
  const second = version();
  git(['tag', 'v0.1.0']);
  expect(version()).toBe('0.1.0');
  repository.commit('three', '2026-11-28T10:00:00+02:00');
  const third = version();
  expect(third).toMatch(/^0\.1\.1-20261128080000-/);
  expect(second).toMatch(/^0\.1\.0-20261127080001-/);
  expect(findVersion(root, '0.2.0')).toMatch(/^0\.2\.0-20261128/);
  git(['tag', 'v0.2.0-rc.1']);
  repository.commit('four', '2026-11-29T10:00:00+02:00');
  expect(version()).toMatch(/^0\.2\.0-rc\.1\.20261129080000-[0-9a-f]{8}$/);
  expect(findVersion(root, '0.2.0', undefined, now)).toMatch(/^0\.2\.0-rc\.1\.20261129/);
  expect(findVersion(root, '0.10.0', undefined, now)).toMatch(/^0\.10\.0-20261129/);
});

test('what is in no commit, or not in git, has the time at which it is built', () => {
  const repository = startRepository();
  repository.commit('one', '2026-11-27T10:00:00Z');
  repository.change('two');
  expect(findVersion(repository.root, '0.1.0', '', now)).toMatch(
    /^0\.1\.0-20261127164501-[0-9a-f]{8}-changed$/,
  );
  expect(findVersion(folderOfTest(), '0.1.0', '', now)).toBe('0.1.0-20261127164501');
});

test('a version that is asked for counts, if it is one', () => {
  expect(findVersion(folderOfTest(), '0.1.0', '0.3.0-rc.1')).toBe('0.3.0-rc.1');
  for (const wanted of ['v0.3.0', '3', '../0.3.0', '0.3.0-a/b']) {
    expect(() => findVersion(folderOfTest(), '0.1.0', wanted)).toThrow('is not a version');
  }
});

test.each([
  [0.9e9, true, 'Add swap'],
  [1.2e9, false, 'may be killed'],
  [2e9, false, 'there are 2.0 GB'],
])('with %d bytes of memory the release says what it needs', (bytes, isTooLittle, words) => {
  const judged = judgeMemory(bytes);
  expect(judged).toEqual({ isTooLittle, line: expect.stringContaining(words) });
  expect(judged.line).toContain('1.5 GB');
});
