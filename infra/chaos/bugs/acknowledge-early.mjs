// @ts-check
// Preloaded into an API to prove that the checker works: tells the ledger writer that its commit has succeeded before
// the commit is sent.
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const DELAY_MS = 250;
const { query } = pg.Client.prototype;
/** The delayed commit of each connection, which later statements wait for. @type {WeakMap<object, Promise<unknown>>} */
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
