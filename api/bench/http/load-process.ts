import { runHttpLoad, type HttpLoad } from './load.js';

/** The load in a process of its own, so that it does not wait for whoever measures: the plan comes as a message. */
process.once('message', (plan: HttpLoad) => {
  runHttpLoad(plan).then(
    (result) => process.send?.(result, () => process.disconnect()),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
