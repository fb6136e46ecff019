// @ts-check
import { Problem } from './problem.mjs';

const MIN_NODE = [20, 19];

/** @throws Problem this Node version or operating system is not supported */
export function requireSupportedPlatform() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE;
  if (major < minMajor || (major === minMajor && minor < minMinor)) {
    throw new Problem(
      `Moniker needs Node ${MIN_NODE.join('.')} or later; this is Node ${process.versions.node}.`,
    );
  }
  if (process.platform === 'win32') {
    throw new Problem('Moniker runs on Linux and macOS. On Windows, use WSL.');
  }
}
