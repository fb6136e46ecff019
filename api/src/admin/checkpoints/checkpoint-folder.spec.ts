import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CheckpointFolder } from './checkpoint-folder.js';

const NAME = 'checkpoint-000000000000010.txt';
const NOTE = 'moniker ledger checkpoint 1\nposition 10\n';

let parent: string;
let folder: CheckpointFolder;
let file: string;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'checkpoint-folder-'));
  folder = new CheckpointFolder(path.join(parent, 'checkpoints'));
  file = path.join(parent, 'checkpoints', NAME);
});

afterEach(() => rm(parent, { recursive: true }));

describe('a checkpoint file', () => {
  it('is written once', async () => {
    expect(await folder.write(NAME, NOTE)).toBe('written');
    expect(await folder.write(NAME, NOTE)).toBe('unchanged');
    expect(await readFile(file, 'utf8')).toBe(NOTE);
  });

  it.each([
    ['empty', ''],
    ['cut off', NOTE.slice(0, 20)],
    ['full of zero bytes', '\0'.repeat(NOTE.length)],
  ])('is replaced if it is %s, either at once or after a restart [AUD-20]', async (_, content) => {
    await folder.write(NAME, NOTE);
    for (const store of [folder, new CheckpointFolder(path.dirname(file))]) {
      await writeFile(file, content);
      const isSameSize = content.length === NOTE.length && store === folder;
      expect(await store.write(NAME, NOTE)).toBe(isSameSize ? 'unchanged' : 'repaired');
    }
    expect(await readFile(file, 'utf8')).toBe(NOTE);
  });

  it('is kept if it has different but complete content', async () => {
    await folder.write(NAME, NOTE);
    await writeFile(file, NOTE.replace('10', '11'));
    expect(await new CheckpointFolder(path.dirname(file)).write(NAME, NOTE)).toBe('different');
    expect(await readFile(file, 'utf8')).toBe(NOTE.replace('10', '11'));
  });

  it('is complete even if several workers write it, and they leave no temporary files', async () => {
    const workers = Array.from({ length: 20 }, () => new CheckpointFolder(path.dirname(file)));
    await Promise.all(workers.map((worker) => worker.write(NAME, NOTE)));
    expect(await readFile(file, 'utf8')).toBe(NOTE);
    expect(await readdir(path.dirname(file))).toEqual([NAME]);
  });
});
