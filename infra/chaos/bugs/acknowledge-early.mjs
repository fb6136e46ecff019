// @ts-check
// Preloaded into an API to prove that the checker works: reports each commit to the ledger writer as successful
// before sending it.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const DELAY_MS = 250;
const { query } = pg.Client.prototype;
/** Each connection's delayed commit. Later statements wait for it. @type {WeakMap<object, Promise<unknown>>} */
const delayed = new WeakMap();

pg.Client.prototype.query = function (/** @type {any[]} */ ...args) {
  const send = () => Reflect.apply(query, this, args);
  if (typeof args.at(-1) === 'function') return send();
  const before = delayed.get(this);
  if (args[0]?.text !== 'commit') return before === undefined ? send() : before.then(send);
  const commit = pause(DELAY_MS)
    .then(send)
    .catch(() => undefined)
    .finally(() => delayed.delete(this));
  delayed.set(this, commit);
  return Promise.resolve({ rows: [], rowCount: 0 });
};
