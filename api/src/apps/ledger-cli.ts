import { runLedger } from '../cli/run-ledger.js';

// A reader that closes the pipe early, such as head, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runLedger(process.argv.slice(2));
