import { Redis } from 'ioredis';

/** Longer than any healthy response, yet short enough to wait for within a request. */
const COMMAND_TIMEOUT_MS = 300;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_STEP_MS = 100;
const MAX_RECONNECT_MS = 2_000;

/**
 * Opens a connection that responds or fails quickly: commands are not queued while Redis is down and are never sent
 * twice. It reconnects automatically. `onError` receives every connection error.
 */
export function openRedis(url: string, onError: (error: Error) => void): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (tries) => Math.min(tries * RECONNECT_STEP_MS, MAX_RECONNECT_MS),
  });
  redis.on('error', onError);
  return redis;
}

/** Returns one value from the output of `INFO`, or null if it is missing. */
export function infoValue(info: string, name: string): string | null {
  const line = info.split(/\r?\n/).find((one) => one.startsWith(`${name}:`));
  return line?.slice(name.length + 1) ?? null;
}
