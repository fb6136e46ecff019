import { runHttpLoad, type HttpLoad } from './load.js';

/** Generates load in its own process, so the measuring process does not delay it. Receives the plan as a message. */
process.once('message', (plan: HttpLoad) => {
  runHttpLoad(plan).then(
    (result) => process.send?.(result, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
