import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkCommits } from '../../../infra/local/testing/check-commits.mjs';

const IDENTITY = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
const LONGEST = 'é'.repeat(72);

describe('npm run commits', () => {
  let folder: string;
  let branch: string;

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'moniker-commits-'));
    branch = path.join(folder, 'branch');
    git(folder, 'init', '--quiet', '--initial-branch=main', 'origin');
    const origin = path.join(folder, 'origin');
    commit(origin, 'first');
    commit(origin, `${LONGEST}, before the branch`);
    git(folder, 'clone', '--quiet', origin, branch);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  function git(where: string, ...args: string[]): string {
    return execFileSync('git', [...IDENTITY, ...args], {
      cwd: where,
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  }

  /** Returns the commit's short hash. */
  function commit(where: string, subject: string): string {
    git(where, 'commit', '--quiet', '--allow-empty', '-m', subject, '-m', 'x'.repeat(100));
    return git(where, 'rev-parse', '--short', 'HEAD');
  }

  const check = (base?: string) => checkCommits({ folder: branch, base });

  it('accepts subjects of up to 72 characters', async () => {
    commit(branch, LONGEST);
    expect(await check()).toEqual({ checked: 1, problems: [] });
  });

  it('rejects a subject of more than 72 characters in any commit since origin/main', async () => {
    const hash = commit(branch, `${LONGEST}!`);
    commit(branch, 'short');
    const problems = [`${hash} has a subject of 73 characters (the limit is 72): ${LONGEST}!`];
    expect(await check()).toEqual({ checked: 2, problems });
  });

  it('rejects merges', async () => {
    git(branch, 'switch', '--quiet', '--create', 'other');
    commit(branch, 'on the other branch');
    git(branch, 'switch', '--quiet', 'main');
    commit(branch, 'on main');
    git(branch, 'merge', '--quiet', '--no-edit', 'other');
    const { checked, problems } = await check();
    expect(checked).toBe(3);
    expect(problems).toEqual([expect.stringMatching(/^\w+ is a merge\. Rebase the branch instead: Merge/)]);
  });

  it('checks the commits since another base', async () => {
    expect(await check('HEAD~1')).toMatchObject({ checked: 1, problems: [expect.any(String)] });
    await expect(check('missing')).rejects.toThrow('HEAD has no commit in common with missing.');
  });

  it('has nothing to check if there is no origin/main, the clone is shallow or there is no repository', async () => {
    const nothing = { checked: 0, problems: [] };
    const subject = `${LONGEST}!`;
    commit(branch, subject);
    git(branch, 'remote', 'remove', 'origin');
    expect(await check()).toEqual(nothing);
    const shallow = path.join(folder, 'shallow');
    git(folder, 'clone', '--quiet', '--depth=1', pathToFileURL(path.join(folder, 'origin')).href, shallow);
    commit(shallow, subject);
    expect(await checkCommits({ folder: shallow })).toEqual(nothing);
    expect(await checkCommits({ folder })).toEqual(nothing);
  });
});
