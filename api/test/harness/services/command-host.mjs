// @ts-check
// A process that runs the auditors' command line and the operators' programs for tests, one at a time, each with its
// own settings. Loading the modules takes longer than most commands, so it is done once. If a test writes to a
// command's standard input, measures its memory or kills it, the test starts its own process instead.
const { runLedger } = await import('../../../dist/cli/run-ledger.js');

/**
 * @typedef {'create-admin' | 'reset-factors' | 'unfreeze-user'} OperatorProgram
 * @typedef {{ program: 'ledger' | OperatorProgram, args: string[], env: NodeJS.ProcessEnv }} Run
 * @typedef {{ id: number, run: Run }} Request
 */

process.on('message', (/** @type {Request} */ request) => {
  const { id } = request;
  run(request.run).then(
    (result) => process.send?.({ id, result }),
    (/** @type {unknown} */ error) =>
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) }),
  );
});
// The preloaded `follow-parent.mjs` unrefs the channel, but here the channel must keep the process alive.
process.channel?.ref();
process.send?.({ ready: true });

async function run(/** @type {Run} */ { program, args, env }) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const stdout = capture(process.stdout);
  const stderr = capture(process.stderr);
  try {
    const code = await (program === 'ledger' ? runLedger(args) : runOperatorProgram(program, args));
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.release();
    stderr.release();
  }
}

/** @type {Record<OperatorProgram, (args: string[]) => Promise<void>>} */
const PROGRAMS = {
  'create-admin': async (args) =>
    (await import('../../../dist/apps/run-create-admin.js')).runCreateAdmin(args),
  'reset-factors': async (args) =>
    (await import('../../../dist/apps/run-reset-factors.js')).runResetFactors(args),
  'unfreeze-user': async (args) =>
    (await import('../../../dist/apps/run-unfreeze-user.js')).runUnfreezeUser(args),
};

/**
 * Runs an operators' program as if it ran in its own process. Returns the exit code.
 * @param {OperatorProgram} program
 * @param {string[]} args
 */
async function runOperatorProgram(program, args) {
  // Loaded only here: few tests run these programs, and they load half of the product.
  await import('reflect-metadata');
  try {
    await PROGRAMS[program](args);
    return 0;
  } catch (error) {
    console.error(`${program}: ${error instanceof Error ? error.message : String(error)}`);
    return 1;
  }
}

/**
 * Events whose new listeners are removed after each command. Pipelines leave listeners on streams that don't end, and
 * in this process such listeners would pile up.
 */
const EVENTS = ['error', 'close', 'finish'];

/**
 * Removes the listeners that a command has added for an event.
 * @param {NodeJS.WriteStream} stream
 * @param {string} event
 * @param {Function[]} known
 */
function removeListeners(stream, event, known) {
  const added = stream.listeners(event).filter((listener) => !known.includes(listener));
  for (const listener of added) stream.off(event, /** @type {() => void} */ (listener));
}

/** Collects what is written to a stream instead of writing it. */
function capture(/** @type {NodeJS.WriteStream} */ stream) {
  const original = stream.write;
  const listeners = EVENTS.map((event) => ({ event, known: stream.listeners(event) }));
  /** @type {Buffer[]} */
  const chunks = [];
  const write = (
    /** @type {string | Uint8Array} */ chunk,
    /** @type {BufferEncoding | (() => void) | undefined} */ encoding,
    /** @type {(() => void) | undefined} */ done,
  ) => {
    chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk));
    const callback = typeof encoding === 'function' ? encoding : done;
    if (callback) process.nextTick(callback);
    return true;
  };
  stream.write = /** @type {typeof stream.write} */ (write);
  return {
    text: () => Buffer.concat(chunks).toString(),
    release: () => {
      stream.write = original;
      for (const { event, known } of listeners) removeListeners(stream, event, known);
    },
  };
}
