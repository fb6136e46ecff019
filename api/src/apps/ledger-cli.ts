import { runLedger } from '../cli/run-ledger.js';

// It's not an error if a reader such as `head` closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runLedger(process.argv.slice(2));
