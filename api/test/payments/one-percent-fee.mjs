// @ts-check
import { register } from 'node:module';

/** Module hooks that set the fee to 1%, like a release with another fee. Preload this file with `--import`. */
const HOOKS = `export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  if (!url.endsWith('/common/dist/fee.js')) return loaded;
  const source = String(loaded.source);
  const changed = source.replace('FEE_BASIS_POINTS = 200', 'FEE_BASIS_POINTS = 100');
  if (changed === source) throw new Error('the fee rate was not found in ' + url);
  return { ...loaded, source: changed };
}`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);
