// @ts-check
// One of several processes that race for locks. Usage: lock-race.mjs FIRST_AT EVERY_MS FOLDER… All processes try to
// lock a folder at the same moment, one folder after another. Each process prints, as JSON, the indexes of the
// folders that it has locked, and keeps the locks until its input ends.
import { once } from 'node:events';
import { lockFolder } from '../../../infra/local/lock.mjs';
import { Problem } from '../../../infra/local/problem.mjs';

const [firstAt = '0', everyMs = '0', ...folders] = process.argv.slice(2);
const locked = [];
for (const [index, folder] of folders.entries()) {
  const at = Number(firstAt) + index * Number(everyMs);
  // Busy-waits, because the timers of two processes differ by more than the time that locking takes.
  while (performance.timeOrigin + performance.now() < at);
  try {
    await lockFolder(folder, 'a race');
    locked.push(index);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}
console.log(JSON.stringify(locked));
process.stdin.resume();
await once(process.stdin, 'end');
