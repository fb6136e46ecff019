// @ts-check
// Loaded in coverage runs into processes that tests may kill: `saveCoverage` asks for the coverage by this signal.
import v8 from 'node:v8';

process.on('SIGUSR2', () => {
  v8.takeCoverage();
  process.send?.({ coverageSaved: true });
});
