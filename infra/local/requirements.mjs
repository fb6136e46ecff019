// @ts-check
import { Problem } from './problem.mjs';

const OLDEST = [20, 19];

/** Refuses a machine that cannot run this, in one line. */
export function requireSupportedPlatform() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor)) {
    throw new Problem(
      `Moniker needs Node ${OLDEST.join('.')} or later; this is Node ${process.versions.node}.`,
    );
  }
  if (process.platform === 'win32') {
    throw new Problem('Moniker starts on Linux and macOS; on Windows, run it inside WSL.');
  }
}
