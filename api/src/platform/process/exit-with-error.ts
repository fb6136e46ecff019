import { errorMessage } from '../logs/error-message.js';

/** Returns a handler that prints an error as one line and exits with code 1. */
export function exitWithError(program: string): (error: unknown) => void {
  return (error) => {
    console.error(`${program}: ${errorMessage(error)}`);
    process.exit(1);
  };
}
