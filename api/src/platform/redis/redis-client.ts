import { Redis } from 'ioredis';

/** Longer than any healthy answer, and short enough to be waited for in a request. */
const COMMAND_TIMEOUT_MS = 300;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_STEP_MS = 100;
const MAX_RECONNECT_MS = 2_000;

/**
 * A connection that answers soon or fails soon: no command waits in it for a Redis that is down, and none is sent
 * twice. It connects by itself, and again whenever it is cut. `onError` hears of every failed connection.
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

/** One value of what Redis tells about itself (`INFO`); null where it keeps it to itself. */
export function infoValue(info: string, name: string): string | null {
  const line = info.split(/\r?\n/).find((one) => one.startsWith(`${name}:`));
  return line?.slice(name.length + 1) ?? null;
}
