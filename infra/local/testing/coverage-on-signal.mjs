// @ts-check
// Coverage runs load this into processes that tests may kill. `saveCoverage` requests the coverage with SIGUSR2.
import v8 from 'node:v8';

process.on('SIGUSR2', () => {
  v8.takeCoverage();
  process.send?.({ coverageSaved: true });
});
